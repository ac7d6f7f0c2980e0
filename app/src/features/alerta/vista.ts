import { type Fix, readFix } from '../../lib/device/geolocation.ts'
import { type Emergencia, emergenciaFrom } from '../../lib/emergencia/emergencia.ts'
import { describeAge } from '../../lib/outside/mensaje.ts'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'

/** What a contact can answer, in the words of `entregas.respuesta`. */
export type Respuesta = 'ya_voy' | 'la_llamo' | 'no_puedo'

/** The ways by which a link may have come (`?por=`). */
const VIAS = ['correo', 'push', 'sms', 'whatsapp']

type Comun = {
  origen: 'boton' | 'llegada' | 'simulacro'
  /** What she is called here. */
  nombre: string
  /** Moments are of the viewer's clock: the service speaks in ages, and a clock that is wrong on either side changes nothing. */
  pulsadaEn: number
  /** Since when the viewer is her contact: anybody may take her name. */
  desde: number | null
  /** Hers, if she lets it be seen. */
  telefono: string | null
  /** Of her country. */
  emergencia: Emergencia
  /** What this contact answered. */
  respuesta: Respuesta | null
  /** She closed it with the PIN that she uses where somebody makes her, or pressed behind that one. */
  coaccion: boolean
}

export type VistaAbierta = Comun & {
  estado: 'abierta'
  /** It reached the service long after the press. */
  tardia: boolean
  pulsaciones: number
  ultimaPulsacionEn: number | null
  fix: Fix | null
  /** Of a timer: what she wrote for this case. */
  nota: string | null
  /** Never who, how many or where. */
  otraPersonaRespondio: boolean
}

export type VistaCerrada = Comun & {
  estado: 'cerrada'
  motivo: 'a_salvo' | 'por_error' | 'sin_noticias' | 'cuenta_eliminada' | null
  conPin: boolean
  cerradaEn: number
}

/** An alert as its link shows it; null for a link that shows nothing. */
export type Vista = VistaAbierta | VistaCerrada | null

/** So long a closed alert can still be read, by the service and by a page that stayed open. */
const CERRADA_MS = 3_600_000

type Answer = {
  estado?: string
  origen?: Comun['origen']
  nombre?: string
  pulsada_hace_s?: number
  tardia?: boolean
  pulsaciones?: number
  ultima_pulsacion_hace_s?: number | null
  latitud?: number | null
  longitud?: number | null
  precision_m?: number | null
  lugar_hace_s?: number | null
  nota?: string | null
  numero_emergencia?: string | null
  numero_pais?: string | null
  desde_hace_s?: number | null
  telefono?: string | null
  otra_persona_respondio?: boolean
  respuesta?: Respuesta | null
  motivo?: VistaCerrada['motivo']
  con_pin?: boolean
  coaccion?: boolean
  cerrada_hace_s?: number | null
}

/**
 * What `ver_alerta` answered, in moments of this device's clock.
 *
 * @param now milliseconds of the device's clock
 */
export function readVista(answer: unknown, now: number): Vista {
  if (!answer) return null
  const given = answer as Answer
  const ago = (seconds: number | null | undefined) => now - Math.max(0, seconds ?? 0) * 1_000
  const comun: Comun = {
    origen: given.origen ?? 'boton',
    nombre: given.nombre?.trim() || 'Alguien que confía en ti',
    pulsadaEn: ago(given.pulsada_hace_s),
    desde: typeof given.desde_hace_s === 'number' ? ago(given.desde_hace_s) : null,
    telefono: given.telefono || null,
    emergencia: emergenciaFrom(given.numero_emergencia || null, given.numero_pais || null),
    respuesta: given.respuesta ?? null,
    coaccion: given.coaccion ?? false,
  }
  if (given.estado === 'cerrada') {
    const { motivo = null, con_pin = false } = given
    return { ...comun, estado: 'cerrada', motivo, conPin: con_pin, cerradaEn: ago(given.cerrada_hace_s) }
  }
  const { ultima_pulsacion_hace_s: ultima } = given
  return {
    ...comun,
    estado: 'abierta',
    tardia: given.tardia ?? false,
    pulsaciones: given.pulsaciones ?? 1,
    ultimaPulsacionEn: typeof ultima === 'number' ? ago(ultima) : null,
    fix: readPlace(given, now),
    nota: given.nota?.trim() || null,
    otraPersonaRespondio: given.otra_persona_respondio ?? false,
  }
}

function readPlace({ latitud, longitud, precision_m, lugar_hace_s }: Answer, now: number): Fix | null {
  if (typeof latitud !== 'number' || typeof longitud !== 'number') return null
  const coords = { latitude: latitud, longitude: longitud, accuracy: precision_m ?? Number.NaN }
  const timestamp = now - (lugar_hace_s ?? 0) * 1_000
  return readFix({ coords, timestamp } as GeolocationPosition, now, Number.POSITIVE_INFINITY)
}

/** What was closed an hour ago is not shown, even where the service cannot be asked. */
export function stillShown(vista: Vista, now: number): Vista {
  return vista?.estado === 'cerrada' && now - vista.cerradaEn >= CERRADA_MS ? null : vista
}

/** The way that a link's address names, if it is one. */
export function readVia(search: string): string | null {
  const por = new URLSearchParams(search).get('por')
  return por && VIAS.includes(por) ? por : null
}

/** «22:04», with its day where that is not today's. */
function describeMoment(moment: number, now: number): string {
  const at = new Date(moment)
  const today = new Date(now).toDateString() === at.toDateString()
  return today ? shortHora(at) : `${shortHora(at)} del ${at.getDate()}/${at.getMonth() + 1}`
}

/** What happened, as the first thing on the page. */
export function titleOf(vista: VistaAbierta | VistaCerrada): string {
  const { origen, nombre } = vista
  if (vista.estado === 'cerrada') {
    if (vista.motivo === 'cuenta_eliminada') return 'Su cuenta ya no existe'
    if (isForced(vista) && vista.motivo !== 'sin_noticias') return 'Se cerró sin su PIN'
    return origen === 'simulacro' ? 'El simulacro terminó' : 'La alerta está cerrada'
  }
  if (origen === 'simulacro') return `${nombre} prueba su alerta`
  if (origen === 'llegada') return `${nombre} no ha dicho que está bien`
  return `${nombre} pide ayuda`
}

/** Since when: what came late says so, and when it really was. */
export function describeOpening({ origen, pulsadaEn, tardia }: VistaAbierta, now: number): string {
  const at = describeMoment(pulsadaEn, now)
  if (origen === 'simulacro') return `Es una prueba de las ${at}. No está pidiendo ayuda.`
  if (origen === 'llegada')
    return `Quedó en avisar a las ${at}, ${describeAge(now - pulsadaEn)}. Todavía no sabemos de ella.`
  if (tardia)
    return `Pulsó a las ${at}; su teléfono no tenía señal y el aviso salió después. Fue ${describeAge(now - pulsadaEn)}.`
  return `Pulsó su botón a las ${at}, ${describeAge(now - pulsadaEn)}.`
}

/** That she pressed again; null where she did not. */
export function describePresses(
  { pulsaciones, ultimaPulsacionEn }: VistaAbierta,
  now: number,
): string | null {
  if (pulsaciones < 2) return null
  const last = ultimaPulsacionEn === null ? '' : `; la última, ${describeAge(now - ultimaPulsacionEn)}`
  return `Ha pulsado ${pulsaciones} veces${last}.`
}

/** Somebody who is beside her must not learn that anybody knows. */
export const SIN_LLAMAR =
  'No la llames ni le escribas: puede seguir en peligro, y alguien puede estar con ella.'

/** Whether somebody who made her close it before may have closed it: only her own PIN ends that. */
export const isForced = ({ coaccion, conPin }: VistaCerrada): boolean => coaccion && !conPin

/** How it ended: what she said herself only where her PIN was asked for, since anybody may hold her telephone. */
export function describeClosing(vista: VistaCerrada, now: number): string {
  const { origen, nombre, motivo, conPin, cerradaEn, respuesta } = vista
  const forced = isForced(vista) && SIN_LLAMAR
  const at = describeMoment(cerradaEn, now)
  if (origen === 'simulacro')
    return `Terminó a las ${at}. ${respuesta ? 'Gracias por responder.' : 'No tienes que hacer nada.'}`
  if (motivo === 'sin_noticias')
    return `Se cerró sola a las ${at}, tras 24 horas sin noticias de ${nombre}. No sabemos cómo está${forced ? `. ${forced}` : ': búscala.'}`
  if (motivo === 'cuenta_eliminada')
    return `La cuenta de ${nombre} se eliminó a las ${at}: no sabemos si está a salvo. ${forced || 'Búscala por otro medio.'}`
  if (forced) return `Cerrada a las ${at} sin su PIN, después de avisar que la obligaban. ${forced}`
  if (!conPin) return `Cerrada desde su teléfono a las ${at}; confirma con ella.`
  return motivo === 'por_error'
    ? `A las ${at}, con su PIN, ${nombre} dijo que fue por error. Confirma con ella.`
    : `A las ${at}, con su PIN, ${nombre} dijo que está a salvo. Confirma con ella.`
}

/** Which number to trust: somebody who took her name gives a number too. */
export function describeCall({ desde, telefono }: VistaAbierta | VistaCerrada): string {
  const since = desde === null ? '' : `Eres su contacto desde el ${longFecha(new Date(desde))}. `
  return telefono
    ? `${since}Llámala al número que ya tenías antes de aceptar. El botón marca el que ella dio: ${telefono}.`
    : `${since}Llámala solo si sabes que puede hablar, al número que ya tenías antes de aceptar.`
}
