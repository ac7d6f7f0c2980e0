import { describeAge } from '../../lib/outside/mensaje.ts'
import { longFecha } from '../../lib/time/fechas.ts'

export type ViaName = 'correo' | 'push' | 'sms' | 'whatsapp'

/** A way by which a contact wants to be told, as its owner sees it: masked. */
export type Via = {
  id: string
  via: ViaName
  destino: string
  confirmada: boolean
  /** When something last was proven to arrive by it, in milliseconds of this device's clock. */
  probadaEn: number | null
}

/** An invitation as its link shows it; null for a code that leads nowhere. */
export type Invitacion =
  /** The link was answered; what it was good for goes on elsewhere. For a moment the same answer may be given again. */
  | { estado: 'respondida'; repetible: boolean }
  | (Quien & { estado: 'invitada' | 'no_puede'; venceEn: number })
  | (Quien & { estado: 'acepto'; vias: Via[]; codigo: string | null })
  | null

/** Who asks. Anybody may take a name: the day and the number are what can be compared. */
export type Quien = {
  nombre: string
  /** The invitation's day; once it was accepted, that of the yes. */
  desde: Date
  /** Her number, if she gave one: its end alone until the invitation was accepted. */
  telefono: string | null
  /** By which ways this installation can tell a contact. */
  posibles: ViaName[]
}

export type Aceptada = Extract<Invitacion, { estado: 'acepto' }>

type Answer = {
  estado?: string
  nombre?: string
  desde_hace_s?: number
  telefono?: string | null
  queda_s?: number
  vence_en_s?: number | null
  codigo?: string
  vias?: {
    id: string
    via: ViaName
    destino: string
    confirmada: boolean
    probada_hace_s: number | null
  }[]
  vias_posibles?: ViaName[]
}

/** In this order they are offered: what needs nothing of the device first. */
const ORDER: ViaName[] = ['correo', 'push', 'whatsapp', 'sms']

/** What the service answered, in moments of this device's clock. */
export function readInvitacion(answer: unknown, now: number): Invitacion {
  if (!answer) return null
  const {
    estado,
    nombre,
    desde_hace_s = 0,
    telefono,
    queda_s = 0,
    vence_en_s,
    codigo = null,
    vias = [],
    vias_posibles = [],
  } = answer as Answer
  const quien: Quien = {
    nombre: nombre?.trim() || 'Alguien que confía en ti',
    desde: new Date(now - desde_hace_s * 1_000),
    telefono: telefono || null,
    posibles: ORDER.filter((via) => vias_posibles.includes(via)),
  }
  if (estado === 'respondida') return { estado, repetible: queda_s > 5 }
  if (estado === 'invitada' || estado === 'no_puede') {
    return { ...quien, estado, venceEn: now + (vence_en_s ?? 0) * 1_000 }
  }
  return {
    ...quien,
    estado: 'acepto',
    codigo,
    vias: vias.map(({ probada_hace_s, ...via }) => ({
      ...via,
      probadaEn: probada_hace_s === null ? null : now - probada_hace_s * 1_000,
    })),
  }
}

/** On the invitation, before the answer. */
export function describeInvitation({ desde, telefono }: Quien): string {
  const ending = telefono && ` y dice que su número termina en ${telefono.replace('…', '')}`
  return `Esta invitación es del ${longFecha(desde)}${ending ?? ''}. Si dudas de que sea ella, pregúntale en persona o al número que ya tienes.`
}

/** On the contact's page. */
export function describeAcceptance({ desde, telefono }: Quien): string {
  const given = telefono && ` Ella dio el ${telefono}: compáralos.`
  return `Eres su contacto desde el ${longFecha(desde)}. Llámala al número que ya tenías antes de aceptar.${given ?? ''}`
}

export const VIA_NAMES: Record<ViaName, string> = {
  correo: 'Correo',
  push: 'Avisos en tu dispositivo',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
}

/** A test of a way: when it was asked for, and when that way had been proven last until then. */
export type ViaTest = { at: number; before: number | null }

/** The service says in whole seconds how long ago something arrived, so that one moment is read a little differently each time. */
const ROUNDING_MS = 2_000

/** Whether something has arrived by this way since its last test, or ever where it was not tested here. */
function isProven({ probadaEn }: Via, test: ViaTest | null): boolean {
  if (probadaEn === null || test === null || test.before === null) return probadaEn !== null
  return probadaEn > test.before + ROUNDING_MS
}

/**
 * How far a way is proven. Nothing is said to work before something has arrived by it.
 *
 * @param test the last «Enviarme una prueba» on this page
 */
export function describeVia(one: Via, test: ViaTest | null, now: number): string {
  const { via, confirmada, probadaEn } = one
  if (!confirmada) {
    return via === 'correo'
      ? 'Falta confirmarlo: abre el correo que te llegue y pulsa el botón.'
      : 'Falta confirmarlo con el código que te llegue.'
  }
  if (probadaEn !== null && isProven(one, test))
    return `Funciona. Comprobado ${describeAge(now - probadaEn)}.`
  if (test !== null) {
    return via === 'correo'
      ? 'Prueba en camino. Abre el correo y di que te llegó.'
      : via === 'push'
        ? 'Prueba en camino. Esta página te dirá cuando llegue.'
        : 'Prueba en camino. Mira tus mensajes.'
  }
  return 'Confirmado. Todavía sin probar.'
}

/** Whether something is expected to change soon, so that the page should ask again. */
export function isWaiting(vias: Via[], tests: ReadonlyMap<string, ViaTest>, now: number): boolean {
  return vias.some((via) => {
    if (!via.confirmada) return true
    const test = tests.get(via.id)
    return test !== undefined && now - test.at <= 120_000 && !isProven(via, test)
  })
}
