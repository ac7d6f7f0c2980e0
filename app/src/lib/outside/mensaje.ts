import type { Fix, Whereabouts } from '../device/geolocation.ts'
import { sayNumero } from '../emergencia/emergencia.ts'
import { brand } from '../installation/brand.ts'

/* How a place is told to others, in words and as a map, and the message that asks for help with it. */

/** «con 40 m de margen», since «a unos 40 m» reads as how far away she is: the radius, in steps that do not pretend to more than the device knows. */
function describeAccuracy(metres: number): string {
  if (metres >= 1_000) return `con ${Number((metres / 1_000).toFixed(1))} km de margen`
  const step = metres < 100 ? 5 : 10
  return `con ${Math.max(step, Math.round(metres / step) * step)} m de margen`
}

/** «hace 20 s», «hace 12 min», «hace 3 h». */
export function describeAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 5) return 'justo ahora'
  if (seconds < 60) return `hace ${seconds} s`
  if (seconds < 3_600) return `hace ${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `hace ${Math.floor(seconds / 3_600)} h`
  return `hace ${Math.floor(seconds / 86_400)} días`
}

/** «con 40 m de margen, hace 20 s»: how precise a place is and how old. */
export function describeFix({ accuracy, at }: Fix, now: number): string {
  const age = describeAge(now - at)
  return accuracy === null ? age : `${describeAccuracy(accuracy)}, ${age}`
}

/** A link that any phone opens as a map. Six decimals are eleven centimetres. */
export function mapsHref({ lat, lng }: Fix): string {
  return `https://www.google.com/maps?q=${Number(lat.toFixed(6))},${Number(lng.toFixed(6))}`
}

/** With the number of where she is, since the reader may be elsewhere. */
const callMe = () => `Llámame; si no contesto, llama al ${sayNumero()}.`

/** «Soy Ana. »: from a number that the reader has not saved, it says who asks. A name that everybody has says nothing. */
function introduce(nombre: string | null): string {
  const name = nombre?.trim()
  return name && name !== brand.defaultUsername ? `Soy ${name}. ` : ''
}

/**
 * The message that will wait in the messaging app for her to press send. It says who asks, and how precise and how old the place is,
 * and says so when there is none.
 *
 * @param now milliseconds of the device's clock
 * @param nombre what her contacts call her, where it is known
 */
export function composeMensaje(
  { fix, failure }: Whereabouts,
  now: number,
  nombre: string | null = null,
): string {
  const who = introduce(nombre)
  if (!fix) return `¡Necesito ayuda! ${who}No pude obtener mi ubicación. ${callMe()}`
  const place = failure ? 'Mi última ubicación conocida' : 'Estoy aquí'
  return `¡Necesito ayuda! ${who}${place} (${describeFix(fix, now)}):\n${mapsHref(fix)}\n${callMe()}`
}

/**
 * The same without an account, for a person she chooses in the other app: she may have nobody's number at hand, and the app has none.
 *
 * @param whereabouts her place, if she asked for it; null while she has not
 */
export function composeWithoutAccount(whereabouts: Whereabouts | null, now: number): string {
  return whereabouts ? composeMensaje(whereabouts, now) : `¡Necesito ayuda! ${callMe()}`
}
