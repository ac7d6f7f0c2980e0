import { plainText } from '../text/plainText.ts'

/*
 * Words that suggest immediate danger, as women write them: without accents or capitals, in any person. The pattern
 * looks for whole words. What is told of the past and got over may match too: the help beside it harms nobody.
 */
const QUIEN = '(?:me|nos|la|lo|te|los|las)'
const PELIGRO = [
  // The aggressor may kill.
  `${QUIEN} (?:va|quiere|piensa|puede|intento|trato|quiso) (?:a |de )?matar(?:me|nos|la)?`,
  '(?:va|van|quiere|quieren|amenaza con|amenazo con|juro) (?:a )?matar(?:me|nos|la|las)',
  'amena(?:za|zo|zado|zan|zaron) de muerte',
  '(?:me|nos) (?:esta |ha |han )?amenaz(?:a|o|an|aron|ando|ado)',
  // She does not want to live.
  '(?:quiero|quisiera|prefiero|pienso en|ganas de) (?:morir(?:me)?|matarme|desaparecer)',
  '(?:me quiero|me voy a|voy a) (?:morir|matar|suicidar)(?:me)?',
  'suicid(?:io|arme|arse|a)',
  'quitarme la vida',
  'ya no quiero (?:vivir|seguir viviendo|estar viva)',
  '(?:me corto|cortarme|hacerme dano|me hago dano)',
  // The aggressor hurts, holds or threatens with a weapon.
  `${QUIEN} (?:esta )?(?:golpe(?:a|o|an|aron|ando)|peg(?:a|o|an|aron|ando)|ahorc(?:a|o|ando)|estrangul(?:a|o)|patea|pateo|quem(?:a|o))`,
  `${QUIEN} (?:viol(?:o|a|aron)|abus(?:o|a) de)`,
  '(?:me|nos) (?:tiene|tienen|tuvo|dejo) (?:encerrad|amarrad|secuestrad)[ao]s?',
  'no (?:me|nos) dejan? salir',
  '(?:pistola|un arma|cuchillo|navaja|machete)',
  // Now.
  '(?:esta|ya viene|viene) (?:afuera|en la puerta|por mi|por nosotras|a buscarme)',
  '(?:auxilio|ayudenme|ayudame por favor|tengo mucho miedo|temo por mi vida)',
].join('|')

const PATRON = new RegExp(`(?:^|[^a-z])(?:${PELIGRO})(?![a-z])`)

/** Whether a text suggests immediate danger. The answer is an offer of help; nothing is blocked. */
export function hasPeligro(text: string): boolean {
  return PATRON.test(plainText(text).replace(/\s+/g, ' '))
}
