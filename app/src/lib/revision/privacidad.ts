import { plainText } from '../text/plainText.ts'

/** Kinds of personal data that may identify somebody. */
export type Rastro = 'telefono' | 'correo' | 'direccion' | 'nombre'

/** What each is called. */
export const NOMBRES_DE_RASTRO: Record<Rastro, string> = {
  telefono: 'Un teléfono',
  correo: 'Un correo',
  direccion: 'Una dirección',
  nombre: 'Un nombre completo',
}

/** Something found, with the words that look like it. */
export type Hallazgo = { rastro: Rastro; texto: string }

const CORREO = /[\p{L}\d._%+-]{1,64}@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu

/** Before a word. What is found is the group behind it: Safari 16.0 cannot parse a lookbehind, nor the file it is in. */
const BEGIN = '(?:^|[^\\p{L}\\d])'

/** Eight or more digits, as people part them; a year, a price or a date has fewer, or other signs. */
const TELEFONO = /(?:^|[^\p{L}\d$])(\+?\(?\d(?:[ \u00a0.\-()]{0,2}\d){7,14})(?![\p{L}\d])/gu
const FECHA = /^(?:\d{1,2}[-. ]\d{1,2}[-. ]\d{4}|\d{4}[-. ]\d{1,2}[-. ]\d{1,2})$/

const VIA =
  'calle|c\\/|avenida|avda?\\.?|av\\.|calzada|calz\\.|bulevar|boulevard|blvd\\.?|privada|priv\\.|cerrada|callejón|callejon|pasaje|jirón|jiron|jr\\.|carrera|cra\\.?|kra\\.?|transversal|diagonal|autopista|carretera|andador|circuito|manzana|mz\\.?|lote|edificio|depto\\.?|departamento'
const ZONA =
  '[Cc]olonia|[Cc]ol\\.|[Ff]raccionamiento|[Ff]racc\\.|[Bb]arrio|[Uu]rbanizaci[oó]n|[Uu]rb\\.|[Rr]esidencial'
const NUMERO = '\\d[\\p{L}\\d-]*(?![\\p{L}\\d])'
const CUENTA =
  'horas?|minutos|días|dias|semanas|meses|años|veces|metros|km|cuadras|hijos|hijas|personas|mujeres|hombres|pesos'

/** A street with its number: «calle Morelos 25», «Av. Juárez núm. 140», «Carrera 7 # 12-40». A word that ends a sentence ends it. */
const CALLE = new RegExp(
  `${BEGIN}((?:${VIA})\\s+(?:(?:[\\p{L}'’°º-]+|\\p{L}{1,4}\\.),?\\s+){0,5}?(?:#|no\\.|n[°º])?\\s*${NUMERO}(?!\\s*(?:${CUENTA}))(?:\\s*#\\s*${NUMERO})?)`,
  'giu',
)
/** A neighbourhood by its name, which begins with a capital. */
const COLONIA = new RegExp(
  `${BEGIN}((?:${ZONA})\\s+(?:(?:de|del|la|las|los|el|[Ss]an|[Ss]anta)\\s+)*\\p{Lu}[\\p{L}'’-]+)`,
  'gu',
)
const POSTAL = /(?:^|[^\p{L}\d])((?:c\.?\s?p\.?|código postal)\s*:?\s*\d{4,5})(?!\d)/giu

/** Given names that are met often in Latin America; two words of which the first is one of them are a full name. */
const NOMBRES = new Set(
  `abigail adrian adriana agustin aida alan alba alberto alejandra alejandro alexander alfonso alfredo alicia alma alonso alvaro
  amalia amanda amparo ana anahi andrea andres angel angela angelica antonia antonio araceli armando arturo aurora axel
  barbara beatriz benjamin berenice bernardo bertha betty blanca brenda brian bruno camila camilo carla carlos carmen carolina
  catalina cecilia celeste cesar christian clara claudia cristian cristina cristobal dalia daniel daniela david delia diana
  diego dolores dora eduardo elena elias elisa elizabeth elsa elvira emilia emiliano emilio emma enrique erika ernesto
  esmeralda esperanza esteban estefania estela esther eugenia eva evelyn fabian fabiola fatima federico felipe fernanda
  fernando fidel flor francisca francisco gabriel gabriela gerardo german gilberto gisela gloria gonzalo graciela gregorio
  guadalupe guillermo gustavo hector herminia hilda hugo humberto ignacio ines ingrid irene iris irma isabel ismael israel
  itzel ivan jacqueline jaime javier jazmin jenny jesica jessica jesus jimena joaquin joel jonathan jorge jose josefina
  juan juana juanita julia julian juliana julio karen karina karla katia kevin laura leonardo leonor leticia lidia liliana
  lina lisa lorena lorenzo lourdes lucas lucero lucia luciana luis luisa luz magdalena manuel manuela marcela marcelo marco
  marcos margarita maria mariana maribel maricela marina mario marisol marta martha martin mateo matias mauricio maximiliano
  mayra melissa mercedes miguel milagros mireya miriam moises monica nadia nancy natalia nelly nicolas noemi nora norma
  octavio ofelia olga omar oscar pablo paloma pamela paola patricia patricio paty paula paulina pedro perla pilar rafael
  ramiro ramon raquel raul rebeca regina renata rene ricardo roberto rocio rodolfo rodrigo rogelio romina rosa rosalba
  rosalia rosario roxana ruben ruth salvador samuel sandra santiago sara saul sebastian selena sergio silvia sofia sol
  sonia susana tania tatiana teresa tomas valentina valeria vanesa vanessa veronica vicente victor victoria violeta virginia
  viviana walter wendy ximena xochitl yadira yolanda zoe`.split(/\s+/),
)
/** Words that begin with a capital after a given name and are no surname. */
const NO_APELLIDO = new Set([
  'dios',
  'virgen',
  'cristo',
  'maria',
  'navidad',
  'mexico',
  'america',
  'amparo',
  'es',
  'y',
])
const MAYUSCULAS = /\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:de|del|la|las|los|y)\s+)*\p{Lu}[\p{L}'’-]+)+/gu

const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([whole, own = whole]) => own.trim())

function nombres(text: string): string[] {
  return all(text, MAYUSCULAS).filter((words) => {
    const [first = '', ...rest] = plainText(words)
      .split(/\s+/)
      .filter((word) => !/^(?:de|del|la|las|los|y)$/.test(word))
    const surnames = rest.filter((word) => !NO_APELLIDO.has(word))
    return NOMBRES.has(first) && surnames.length > 0
  })
}

/**
 * What in a text may tell strangers who or where somebody is: phone numbers, e-mail addresses, street addresses and full
 * names. It only guesses, so that she can look again; nothing leaves the device.
 *
 * @returns what was found, in no more than a handful of words each, nothing twice
 */
export function rastros(text: string): Hallazgo[] {
  const found: Record<Rastro, string[]> = {
    correo: all(text, CORREO),
    telefono: all(text.replace(CORREO, ' '), TELEFONO).filter((number) => !FECHA.test(number)),
    direccion: [CALLE, COLONIA, POSTAL].flatMap((pattern) => all(text, pattern)),
    nombre: nombres(text),
  }
  return (Object.keys(found) as Rastro[]).flatMap((rastro) =>
    [...new Set(found[rastro])].map((texto) => ({ rastro, texto })),
  )
}
