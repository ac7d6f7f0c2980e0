import type { Datos, Envio, Secretos, ViaName } from '../envio.ts'
import { isForced, isLate, isTimer } from './apertura.ts'
import { tellTime } from './momento.ts'

/** GSM 7-bit default alphabet; those of its extension take two places. Source: 3GPP TS 23.038, 6.2.1. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_EXTENSION = new Set('\f^{}\\[~]|€')
/** One segment. */
const GSM_PLACES = 160
/** Two segments of 67. */
const UCS2_UNITS = 134

/** Whether a text costs no more than it may: one GSM-7 segment, or two of UCS-2 where a letter needs it. */
export function fitsSms(text: string): boolean {
  let places = 0
  for (const letter of text) {
    if (GSM_EXTENSION.has(letter)) places += 2
    else if (GSM.has(letter)) places += 1
    else return text.length <= UCS2_UNITS
  }
  return places <= GSM_PLACES
}

/**
 * The text of an SMS, or of the message in a template: who, when, link. Without á í ó ú, which do not fit one segment. Her name is
 * never altered: everything else grows shorter first, and a name that fits nowhere is left to the page.
 * @param por the way that the link names
 */
export function writeSms(
  { tipo, datos }: Pick<Envio, 'tipo' | 'datos'>,
  { codigo }: Pick<Secretos, 'codigo'>,
  { site, por, now }: { site: string; por: ViaName; now?: Date },
): string {
  const link = `${site}/alerta/${codigo}?por=${por}`
  const name = datos.nombre ?? 'Alguien que te tiene confianza'
  const hour = tellTime(datos.pulsada_en, datos.zona, { now, short: true })
  const closed = tellTime(datos.cerrada_en, datos.zona, { now, short: true })
  const candidates = {
    // To a number that nobody has confirmed goes no word that somebody typed, her name neither.
    numero: [`${datos.digitos} es la clave para confirmar tu celular. Si no la pediste, ignora esto.`],
    prueba: [
      `Prueba: los avisos de ${name} te llegan a este celular. No tienes que hacer nada.`,
      `Prueba: te llegan los avisos de ${name}.`,
      `Prueba de ${name}`,
      'Prueba: los avisos te llegan a este celular.',
    ],
    relevo: [
      `Los avisos de ${name} ya no llegan a este celular: alguien ha respondido otro enlace. Si no has sido quien responde, dile.`,
      `${name}: sus avisos ya no llegan a este celular. Si no lo esperabas, dile.`,
      'Sus avisos ya no llegan a este celular. Si no lo esperabas, dile.',
    ],
    simulacro: [
      `SIMULACRO de ${name}: no pasa nada. Abre para que sepa que te llega: ${link}`,
      `SIMULACRO de ${name}: ${link}`,
      `SIMULACRO: ${link}`,
    ],
    cierre: closing(name, closed, datos),
    alerta: opening(name, hour, datos, link),
    repetida: again(name, hour, datos, link),
  }
  const words = candidates[tipo as keyof typeof candidates] ?? candidates.alerta
  return words.find(fitsSms) ?? words.at(-1)!
}

function opening(name: string, hour: string, datos: Datos, link: string): string[] {
  if (datos.coaccion) return forced(name, link)
  const signed = datos.con_tema ? `ALERTA: ${name}` : name
  if (isTimer(datos))
    return [
      `${datos.con_tema ? 'ALERTA: sin' : 'Sin'} noticias de ${name} desde las ${hour}. Abre y responde: ${link}`,
      `Sin noticias de ${name} (${hour}): ${link}`,
      ...short(name, hour, link),
      `Sin noticias desde las ${hour}: ${link}`,
      link,
    ]
  return [
    ...(isLate(datos)
      ? [
          `${signed} te necesita desde las ${hour}; su teléfono estaba sin señal. Abre y responde: ${link}`,
          `${signed} te necesita desde las ${hour}; su teléfono estaba sin señal: ${link}`,
          `${name} te necesita (${hour}; estaba sin señal): ${link}`,
        ]
      : []),
    `${signed} te necesita desde las ${hour}. Abre y responde: ${link}`,
    `${name} te necesita (${hour}): ${link}`,
    ...short(name, hour, link),
    `Te necesitan (${hour}): ${link}`,
    link,
  ]
}

function again(name: string, hour: string, datos: Datos, link: string): string[] {
  if (datos.coaccion) return forced(name, link)
  if (isTimer(datos))
    return [
      `Seguimos sin noticias de ${name} desde las ${hour}. Abre y responde: ${link}`,
      `Seguimos sin noticias de ${name} (${hour}): ${link}`,
      ...short(name, hour, link),
      `Seguimos sin noticias (${hour}): ${link}`,
      link,
    ]
  return [
    `${name} te sigue necesitando desde las ${hour}. Abre y responde: ${link}`,
    `${name} te sigue necesitando (${hour}): ${link}`,
    ...short(name, hour, link),
    `Te siguen necesitando (${hour}): ${link}`,
    link,
  ]
}

/** Somebody may be beside her. */
const forced = (name: string, link: string) => [
  `${name} puede seguir en peligro. No llames ni escribas a ${name}. Abre y responde: ${link}`,
  `${name} puede seguir en peligro; no llames: ${link}`,
  `No llames a ${name}: ${link}`,
  `Puede seguir en peligro; no llames: ${link}`,
  link,
]

const short = (name: string, hour: string, link: string) => [`${name} ${hour} ${link}`, `${name} ${link}`]

function closing(name: string, hour: string, datos: Datos): string[] {
  const { motivo, con_pin } = datos
  if (isForced(datos)) return forcedClosing(name, hour, motivo)
  if (motivo === 'sin_noticias')
    return [
      `Pasaron 24 horas sin noticias de ${name} y el aviso se cierra. No sabemos si se encuentra bien.`,
      `Sin noticias de ${name} en 24 horas.`,
      'Sin noticias en 24 horas; el aviso se cierra.',
    ]
  if (motivo === 'cuenta_eliminada')
    return [
      `La cuenta de ${name} fue eliminada a las ${hour} sin que dijera si se encuentra bien. No sabemos si se encuentra a salvo.`,
      `${name}: su cuenta ya no existe. No sabemos si se encuentra a salvo.`,
      'Su cuenta ya no existe. No sabemos si se encuentra a salvo.',
    ]
  if (!con_pin)
    return [
      `${name}: cerrada desde su teléfono a las ${hour}; confirma con ella.`,
      `${name}: cerrada ${hour}; confirma con ella.`,
      `Cerrada desde su teléfono a las ${hour}; confirma con ella.`,
    ]
  const what = motivo === 'por_error' ? 'dice que fue por error' : 'dice que se encuentra a salvo'
  return [
    `${name} avisa con su PIN a las ${hour}: ${what}. Confirma con ella.`,
    `${name}: ${what}. Confirma con ella.`,
    `Con su PIN: ${what}. Confirma con ella.`,
  ]
}

function forcedClosing(name: string, hour: string, motivo: Datos['motivo']): string[] {
  const why = 'puede seguir en peligro'
  if (motivo === 'sin_noticias')
    return [
      `Pasaron 24 horas sin noticias de ${name} y el aviso se cierra. No llames ni escribas: ${why}.`,
      `Sin noticias de ${name} en 24 horas. No llames: ${why}.`,
      `Sin noticias en 24 horas. No llames: ${why}.`,
    ]
  if (motivo === 'cuenta_eliminada')
    return [
      `La cuenta de ${name} fue eliminada a las ${hour}. No llames ni escribas a ${name}: ${why}.`,
      `${name}: su cuenta ya no existe. No llames: ${why}.`,
      `Su cuenta ya no existe. No llames: ${why}.`,
    ]
  return [
    `${name}: cerrada a las ${hour} sin su PIN, tras avisar que la obligaban. No llames ni escribas: ${why}.`,
    `${name}: cerrada sin su PIN. No llames: ${why}.`,
    `Cerrada sin su PIN. No llames: ${why}.`,
  ]
}
