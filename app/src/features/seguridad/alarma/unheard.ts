import { ask } from '../../../lib/api/ask.ts'
import { toServiceError } from '../../../lib/api/errors.ts'
import { callPlainlyAs } from '../../../lib/api/plainRequest.ts'
import type { Fix } from '../../../lib/device/geolocation.ts'
import { urgentDelay } from '../../../lib/offline/delivery.ts'
import { dropPress, dropPresses } from '../../../lib/offline/heldPresses.ts'
import { queue } from '../../../lib/offline/outbox.ts'
import type { Entry } from '../../../lib/offline/queueEntry.ts'
import { callWithFicha, lockedOwner } from '../../../lib/session/ficha.ts'
import { callar, dejarDeFingir, fingirAlerta, type PorPin } from '../../../lib/session/fingidas.ts'
import { forgetBegun } from '../panico/begun.ts'

/*
 * What the service has to hear of an alert, in the order of her doing (docs/alarm.md): a press, places, «Enviar ya», the end. It lies in
 * the one durable queue, in a lane of its own beside `peligro`. Loaded with that one, before anything else of the app: this module
 * knows neither React nor the query library.
 */

/** Why an alert ends by her word. */
export type Motivo = 'a_salvo' | 'por_error'

/** One thing that she did. */
export type Paso =
  | { que: 'abrir'; pulsadaEn: number; pausaS: number; prueba?: string }
  | { que: 'lugar'; fix: Fix }
  | { que: 'enviar_ya' }
  /** `pin`: by which of the two, in as many letters. */
  | { que: 'cerrar'; motivo: Motivo; conPin: boolean; prueba?: string; pin?: 1 | 2 }

/** A step that the service has not heard of. */
export type UnheardPaso = Paso & {
  /** The id of the press, made on this device, or the alert's own. */
  alerta: string
}

/** How a step is told. */
function callOf({ at, body: { alerta, ...paso } }: Entry<UnheardPaso>): [name: string, args: object] {
  switch (paso.que) {
    case 'abrir':
      return [
        'abrir_alerta',
        {
          cliente_id: alerta,
          pulsada_en: new Date(paso.pulsadaEn).toISOString(),
          pausa_s: paso.pausaS,
          // As it is told, not as it was pressed: what this clock is ahead or behind moves neither pause nor age.
          reloj: new Date().toISOString(),
          // Of the second PIN: her contacts read that they must not call her.
          prueba: paso.prueba,
        },
      ]
    case 'lugar':
      return [
        'agregar_lugar',
        {
          alerta,
          latitud: paso.fix.lat,
          longitud: paso.fix.lng,
          precision_m: paso.fix.accuracy,
          tomada_en: new Date(paso.fix.at).toISOString(),
        },
      ]
    case 'enviar_ya':
      return ['enviar_ya', { alerta }]
    case 'cerrar':
      return [
        'cerrar_alerta',
        {
          alerta,
          motivo: paso.motivo,
          con_pin: paso.conPin,
          // Of the second PIN: the service leaves it open.
          prueba: paso.prueba,
          // A press that came after it, on a locked page that did not know of it, is not ended by it.
          dicha_en: new Date(at).toISOString(),
          reloj: new Date().toISOString(),
        },
      ]
  }
}

/** By the token of a locked device, which ends no alert: that waits for the PIN. */
const CON_FICHA: Partial<Record<string, string>> = {
  abrir_alerta: 'alertar_con_ficha',
  agregar_lugar: 'lugar_con_ficha',
  enviar_ya: 'enviar_ya_con_ficha',
}

async function deliver(paso: Entry<UnheardPaso>): Promise<void> {
  await tell(paso)
  if (paso.body.que === 'abrir') dropPress(paso.body.alerta)
}

async function tell(paso: Entry<UnheardPaso>): Promise<void> {
  const { owner, body } = paso
  const [name, args] = callOf(paso)
  if (lockedOwner() === owner) {
    const answer = CON_FICHA[name] ? await callWithFicha(CON_FICHA[name], args) : false
    // A press that the token does not say any more, and an end, wait for her session. What an alert that is over does not take holds up none.
    if (answer !== true && (body.que === 'abrir' || body.que === 'cerrar'))
      throw new Error('a locked device could not say it')
    return
  }
  await ask((db) => db.rpc(name as 'abrir_alerta', args as never), { within: 'patient' }).catch(
    (failure: unknown) => callPlainlyAs(owner, name, args, failure),
  )
}

/** Whether asking again would be answered in the same way. Anything else is asked again for ever. */
function isRefused(failure: unknown): boolean {
  const { status } = toServiceError(failure)
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}

/**
 * Steps on their way. One at a time and in order, over all alerts: «Estoy a salvo» must never overtake the press that it answers, nor end
 * a press that came after it.
 */
export const pasos = queue.lane<UnheardPaso>('alarma', {
  deliver,
  // An alert outlives signing out; where she was, by itself, does not: her danger event has the place of the press.
  until: (_, { que }) => (que === 'lugar' ? 'signedOut' : 'delivered'),
  turn: () => 'alarma',
  inOrder: true,
  delay: urgentDelay,
  // A press that was refused is tried again by the next page, and holds up nothing until then: its event opens the alert too.
  failed: (failure, { body: { que } }) => (!isRefused(failure) ? 'again' : que === 'abrir' ? 'held' : 'over'),
  reopen: () => 'ready',
})

/** What the service has not heard yet, in order. */
export function pasosOf(owner: string): Entry<UnheardPaso>[] {
  return [...pasos.of(owner).values()].sort((one, other) => one.at - other.at)
}

/** The same, but for a press from behind the second PIN, which no screen tells of. */
export const shownPasosOf = (owner: string): Entry<UnheardPaso>[] =>
  pasosOf(owner).filter(({ body }) => !(body.que === 'abrir' && body.prueba))

/** Behind everything that waits, also where the clock was set back. */
function nextAt(owner: string): number {
  const last = pasosOf(owner).at(-1)
  return Math.max(Date.now(), (last?.at ?? 0) + 1)
}

const idOf = (que: Paso['que'], alerta: string) => `${que} ${alerta}`

function put(owner: string, alerta: string, paso: Paso): Promise<boolean> {
  const body = { ...paso, alerta }
  return pasos.put({ id: idOf(paso.que, alerta), owner, at: nextAt(owner), state: 'ready', body })
}

/** Seconds that the service holds an alert before it leaves, where nothing else is known. */
export const PAUSA_S = 5
const pausas = new Map<string, number>()

/** Her setting, known before she presses. */
export function rememberPausa(owner: string, segundos: number): void {
  pausas.set(owner, segundos)
}

/** She pressed the button. @param id the event's. @param prueba of the second PIN, from behind it. @returns whether the device keeps it beyond this page */
export function openAlerta({
  owner,
  id,
  pressedAt,
  prueba,
}: {
  owner: string
  id: string
  pressedAt: number
  prueba?: string
}): Promise<boolean> {
  if (prueba) callar(id)
  else dejarDeFingir()
  const stored = put(owner, id, {
    que: 'abrir',
    pulsadaEn: pressedAt,
    pausaS: prueba ? 0 : (pausas.get(owner) ?? PAUSA_S),
    prueba,
  })
  // What failed before the press is tried again with it, at once.
  pasos.wake()
  return stored
}

/** Where she is; of places that wait only the last one counts. */
export function addLugar(owner: string, alerta: string, fix: Fix): void {
  void put(owner, alerta, { que: 'lugar', fix })
}

/** She does not want the pause. */
export function sendNow(owner: string, alerta: string): void {
  void put(owner, alerta, { que: 'enviar_ya' })
  pasos.wake()
}

/**
 * She says that it is over. Where the service has not heard of the press, it hears of the end alone, which keeps that press from
 * alerting anybody when it arrives after all. With the second PIN the press stays, and goes on.
 *
 * @param aTiempo whether her screen says that nothing has left yet
 */
export function endAlerta(
  owner: string,
  alerta: string,
  motivo: Motivo,
  conPin: boolean,
  porPin?: PorPin,
  aTiempo = false,
): void {
  // With whichever PIN: told by the worker, without her proof, her contacts would call her with him beside.
  dropPresses()
  if (porPin?.segundo) {
    fingirAlerta(alerta, motivo, aTiempo)
    if (lockedOwner() === owner) {
      // A locked device says no end. That she is made to, it does: once more the same press, without a word.
      const { at = Date.now(), body } = pasos.of(owner).get(idOf('abrir', alerta)) ?? {}
      const pausaS = body?.que === 'abrir' ? body.pausaS : PAUSA_S
      callar(alerta)
      void put(owner, alerta, { que: 'abrir', pulsadaEn: at, pausaS, prueba: porPin.prueba })
      pasos.wake()
      return
    }
  } else {
    // Where the device keeps nothing, a press that she took back opens no alert from the next page.
    forgetBegun(alerta)
    for (const que of ['abrir', 'lugar', 'enviar_ya'] as const) void pasos.remove(owner, idOf(que, alerta))
  }
  const pin = porPin && (porPin.segundo ? 2 : 1)
  void put(owner, alerta, { que: 'cerrar', motivo, conPin, prueba: porPin?.prueba, pin })
  pasos.wake()
}

/** What the service knows the second PIN by, where an alert was pressed behind it, or ended with it, and that waits. */
export function pruebaOf(owner: string, alerta: string): string | undefined {
  const [abrir, cerrar] = (['abrir', 'cerrar'] as const).map(
    (que) => pasos.of(owner).get(idOf(que, alerta))?.body,
  )
  if (abrir?.que === 'abrir' && abrir.prueba) return abrir.prueba
  return cerrar?.que === 'cerrar' && cerrar.pin === 2 ? cerrar.prueba : undefined
}

/**
 * Whether the service has still to hear of an end that the event of a press must not overtake: until then that event waits, which opens an
 * alert, or joins the one that is about to end, and would end with it.
 *
 * @returns `own` of this press itself; `earlier` of what was before it
 */
export async function endUnheard(
  owner: string,
  id: string,
  pressedAt: number,
): Promise<'own' | 'earlier' | null> {
  await pasos.open(owner)
  const held = pasos.of(owner)
  if (held.has(idOf('cerrar', id))) return 'own'
  const at = held.get(idOf('abrir', id))?.at ?? pressedAt
  return [...held.values()].some((paso) => paso.body.que === 'cerrar' && paso.at <= at) ? 'earlier' : null
}
