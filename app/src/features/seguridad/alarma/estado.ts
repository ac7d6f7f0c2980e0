import type { Tables } from '../../../lib/api/database.types.ts'
import type { Entry } from '../../../lib/offline/queueEntry.ts'
import type { Motivo, UnheardPaso } from './unheard.ts'
import { NOMBRE_VIA, POR_VIA, type ViaServicio } from './vias.ts'

/** An alert as the service has it. */
export type Alerta = Pick<
  Tables<'alertas'>,
  | 'id'
  | 'cliente_id'
  | 'origen'
  | 'estado'
  | 'motivo'
  | 'con_pin'
  | 'pulsada_en'
  | 'creada_en'
  | 'sale_en'
  | 'cerrada_en'
  | 'pulsaciones'
  | 'orden'
  | 'espera_min'
  | 'nota'
>

/** One contact and one way of it. */
export type Entrega = Pick<
  Tables<'entregas'>,
  | 'id'
  | 'contacto_id'
  | 'via'
  | 'estado'
  | 'motivo'
  | 'respuesta'
  | 'enviada_en'
  | 'entregada_en'
  | 'vista_en'
  | 'respondida_en'
>

/**
 * Where an alert stands, for her:
 * `pausa` counting down; `sin_oir` the service has not heard of the press; `saliendo` it has, and the pause is over; `abierta`;
 * `cerrando` it has not heard that it is over; `cerrada`.
 */
export type Fase = 'pausa' | 'sin_oir' | 'saliendo' | 'abierta' | 'cerrando' | 'cerrada'

export type Alarma = {
  fase: Fase
  /** By what the service is told of it. */
  alerta: string
  /** Whether the service knows of it. */
  oida: boolean
  /** When she pressed, and when it leaves: milliseconds of this device's clock. */
  pulsadaEn: number
  saleEn: number
  /** What she said to end it, where it is ending here. */
  fin: { motivo: Motivo; conPin: boolean } | null
  servicio: Alerta | null
}

/** A press holds no longer than this, whatever a clock says. */
const LONGEST_PAUSE_MS = 10_000

/**
 * What her screen shows, from what the service has and what it has not heard yet.
 *
 * @param servicio the alert as the service has it, or the one that has just been closed
 * @param unheard what the service has not heard, in order
 * @param now milliseconds of the device's clock
 * @param saleEnHere when the pause of a press of this page ends by that clock: the service's may be another
 * @returns null where there is no alert
 */
export function alarmaOf(
  servicio: Alerta | null,
  unheard: readonly Entry<UnheardPaso>[],
  now: number,
  saleEnHere: ReadonlyMap<string, number> = new Map(),
): Alarma | null {
  const steps = unheard.map(({ body }) => body)
  const ended = steps.findLastIndex(({ que }) => que === 'cerrar')
  const end = steps[ended]
  const [pressed] = steps.slice(ended + 1).flatMap((paso) => (paso.que === 'abrir' ? paso : []))
  const skipped = steps.some(({ que }) => que === 'enviar_ya')
  const pauseEnd = (saleEn: number, id: string) =>
    Math.min(saleEnHere.get(id) ?? saleEn, now + LONGEST_PAUSE_MS)
  // With an end on its way, and a press behind it, what is open at the service is not what she pressed for.
  const open = servicio && servicio.estado !== 'cerrada' && !(end && pressed) ? servicio : null

  if (end?.que === 'cerrar' && !pressed && servicio?.estado !== 'cerrada') {
    return {
      fase: 'cerrando',
      alerta: open?.id ?? end.alerta,
      oida: open !== null,
      pulsadaEn: open ? Date.parse(open.pulsada_en) : now,
      saleEn: open ? Date.parse(open.sale_en) : now,
      fin: { motivo: end.motivo, conPin: end.conPin },
      servicio: open,
    }
  }
  if (open) {
    const saleEn = pauseEnd(Date.parse(open.sale_en), open.cliente_id)
    const waiting = open.estado === 'pausa'
    return {
      fase: !waiting ? 'abierta' : saleEn > now && !skipped ? 'pausa' : 'saliendo',
      alerta: open.id,
      oida: true,
      pulsadaEn: Date.parse(open.pulsada_en),
      saleEn: waiting ? saleEn : Date.parse(open.sale_en),
      fin: null,
      servicio: open,
    }
  }
  if (pressed) {
    const { alerta, pulsadaEn, pausaS } = pressed
    const saleEn = pauseEnd(pulsadaEn + pausaS * 1_000, alerta)
    const fase = saleEn > now && !skipped ? 'pausa' : 'sin_oir'
    return { fase, alerta, oida: false, pulsadaEn, saleEn, fin: null, servicio: null }
  }
  if (!servicio) return null
  return {
    fase: 'cerrada',
    alerta: servicio.id,
    oida: true,
    pulsadaEn: Date.parse(servicio.pulsada_en),
    saleEn: Date.parse(servicio.sale_en),
    fin: null,
    servicio,
  }
}

/** Whether nothing left before it was closed: then nobody has to be told anything. */
export function nothingLeft({ sale_en, cerrada_en }: Alerta): boolean {
  return cerrada_en !== null && sale_en > cerrada_en
}

/** Whether something left to anybody, or may have, by any way: these hear that it is over, too (`interno.terminar`). */
export const mayHaveReached = (entregas: readonly Entrega[]): boolean =>
  entregas.some(
    ({ estado, enviada_en, vista_en }) => estado !== 'fallida' || (enviada_en ?? vista_en) !== null,
  )

/** How far it got with one person. */
export type Persona = {
  contactoId: string | null
  /** The furthest of all ways. */
  estado: Entrega['estado']
  respuesta: string | null
  /** In large letters. */
  texto: string
  /** What else there is to know: the other ways, why one failed. */
  detalle: string | null
  /** When that state was reached; null while nothing left. */
  desde: string | null
}

/** Whether something has left to this person by any way. */
export const hasLeft = ({ estado }: Persona) => !['en_cola', 'fallida'].includes(estado)

const ORDER = ['fallida', 'en_cola', 'enviada', 'entregada', 'vista', 'respondida']
const stepOf = ({ estado }: Entrega) => ORDER.indexOf(estado)

const ANSWERS: Record<string, string> = {
  ya_voy: '«Ya voy»',
  la_llamo: '«La estoy llamando»',
  no_puedo: '«No puedo ahora»',
}

/** Whether a contact said that they are doing something about it. */
export function isAttended(entregas: readonly Entrega[]): boolean {
  return entregas.some(({ respuesta }) => respuesta === 'ya_voy' || respuesta === 'la_llamo')
}

/**
 * Each person with the furthest state that is proven, those who answered first, then in the order of her contacts. Never a state before its proof: the words are the
 * service's states and nothing is concluded from them.
 */
export function personasOf(
  entregas: readonly Entrega[],
  contactos: readonly { id: string }[] = [],
): Persona[] {
  const placeOf = (id: string | null) => contactos.findIndex((contacto) => contacto.id === id)
  const byPerson = new Map<string | null, Entrega[]>()
  for (const entrega of entregas) {
    byPerson.set(entrega.contacto_id, [...(byPerson.get(entrega.contacto_id) ?? []), entrega])
  }
  return [...byPerson]
    .map(([contactoId, ways]) => {
      const sorted = [...ways].sort((one, other) => stepOf(other) - stepOf(one))
      const furthest = sorted[0]!
      return {
        contactoId,
        estado: furthest.estado,
        respuesta: furthest.respuesta,
        texto: textOf(furthest, sorted),
        detalle: detailOf(furthest, sorted),
        desde: sinceOf(furthest),
        order: stepOf(furthest),
      }
    })
    .sort((one, other) => other.order - one.order || placeOf(one.contactoId) - placeOf(other.contactoId))
    .map(({ order: _, ...persona }) => persona)
}

function textOf(furthest: Entrega, ways: readonly Entrega[]): string {
  const byWays = (estado: string) =>
    ways
      .filter((way) => way.estado === estado)
      .map(({ via }) => POR_VIA[via as ViaServicio])
      .join(' y ')
  switch (furthest.estado) {
    case 'respondida':
      return ANSWERS[furthest.respuesta ?? ''] ?? 'Respondió'
    case 'vista':
      return 'La vio'
    case 'entregada':
      return 'Le llegó'
    case 'enviada':
      return `Enviada ${byWays('enviada')}`
    case 'fallida':
      return 'No le llegó'
    default:
      return 'Por salir'
  }
}

function detailOf(furthest: Entrega, ways: readonly Entrega[]): string | null {
  const said = ways
    .filter((way) => way.estado === 'fallida' || (way !== furthest && way.estado === 'en_cola'))
    .map(({ via, estado, motivo }) => {
      const name = NOMBRE_VIA[via as ViaServicio]
      return estado === 'fallida' ? `${name}: ${motivo}` : `${name}: por salir`
    })
  const text = said.join(' · ')
  return text ? text[0]!.toLocaleUpperCase('es') + text.slice(1) : null
}

function sinceOf(entrega: Entrega): string | null {
  switch (entrega.estado) {
    case 'respondida':
      return entrega.respondida_en
    case 'vista':
      return entrega.vista_en
    case 'entregada':
      return entrega.entregada_en
    case 'enviada':
      return entrega.enviada_en
    default:
      return null
  }
}

/** How far an alert got, in one sentence: what is best known of anybody. */
export type Titular = { texto: string; desde: string | null; tono: 'bien' | 'llego' | 'espera' | 'mal' }

const RANKS = ['fallida', 'en_cola', 'no_puedo', 'enviada', 'entregada', 'vista', 'la_llamo', 'ya_voy']
const rankOf = ({ estado, respuesta }: Persona) =>
  RANKS.indexOf(estado === 'respondida' ? (respuesta ?? 'vista') : estado)

/** What has not left by then waits: for its provider, or behind what others send. */
export const LEAVING_MS = 20_000

/**
 * The one sentence of her screen: what is furthest of all persons, and whom it is true of. Nothing is said before its proof.
 *
 * @param personas as `personasOf` has them
 * @param underwayMs since it was to leave
 * @returns null where nothing is on its way to anybody
 */
export function titularOf(
  personas: readonly Persona[],
  nombreOf: (contactoId: string | null) => string,
  underwayMs: number,
): Titular | null {
  if (personas.length === 0) return null
  const best = Math.max(...personas.map(rankOf))
  const those = personas.filter((persona) => rankOf(persona) === best)
  const [first] = those
  const name = nombreOf(first!.contactoId)
  const desde = those.map((persona) => persona.desde).sort()[0] ?? null
  const people = those.length === 1 ? '1 persona' : `${those.length} personas`
  const names =
    those.length === 1 ? name : those.length === 2 ? `${name} y ${nombreOf(those[1]!.contactoId)}` : people
  switch (RANKS[best]) {
    case 'ya_voy':
      return { texto: `${names} ya ${those.length === 1 ? 'viene' : 'vienen'}`, desde, tono: 'bien' }
    case 'la_llamo':
      return { texto: `${names} te ${those.length === 1 ? 'está' : 'están'} llamando`, desde, tono: 'bien' }
    case 'vista':
      return { texto: `${names} la ${those.length === 1 ? 'vio' : 'vieron'}`, desde, tono: 'bien' }
    case 'entregada':
      return { texto: `${those.length === 1 ? 'Le' : 'Les'} llegó a ${names}`, desde, tono: 'llego' }
    case 'enviada':
      return { texto: `Salió para ${names}`, desde, tono: 'llego' }
    case 'no_puedo':
      return { texto: `${names} no ${those.length === 1 ? 'puede' : 'pueden'} ahora`, desde, tono: 'espera' }
    case 'fallida':
      return { texto: 'No le llegó a nadie', desde: null, tono: 'mal' }
    default:
      return {
        texto: `${underwayMs < LEAVING_MS ? 'Está saliendo' : 'Todavía no salió'} para ${people}`,
        desde: null,
        tono: 'espera',
      }
  }
}

/** Nobody answered for so long: then her screen names the emergency number of her country. */
export const NO_ANSWER_MS = 3 * 60_000

export function isUnanswered({ fase, saleEn }: Alarma, entregas: readonly Entrega[], now: number): boolean {
  return (fase === 'abierta' || fase === 'sin_oir') && now - saleEn >= NO_ANSWER_MS && !isAttended(entregas)
}
