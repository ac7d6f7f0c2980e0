import { ask } from '../../../lib/api/ask.ts'
import type { TablesInsert } from '../../../lib/api/database.types.ts'
import { unlessDuplicate } from '../../../lib/api/errors.ts'
import { insertPlainly } from '../../../lib/api/plainRequest.ts'
import type { Whereabouts } from '../../../lib/device/geolocation.ts'
import { urgentDelay } from '../../../lib/offline/delivery.ts'
import { queue } from '../../../lib/offline/outbox.ts'
import type { Entry } from '../../../lib/offline/queueEntry.ts'
import { callWithFicha, lockedOwner } from '../../../lib/session/ficha.ts'
import { needsSegundoPaso } from '../../../lib/session/segundoPaso.ts'
import { readCierre, storedSession } from '../../../lib/session/sessionStorage.ts'
import { endUnheard, pruebaOf } from '../alarma/unheard.ts'
import { begunOf, EARLY_PRESS, forgetBegun, noteBegun } from './begun.ts'

/** A danger event as it waits on the device; whose it is and its id are the queue's. */
export type Evento = Omit<TablesInsert<'eventos_peligro'>, 'user_id' | 'cliente_id'>

/** What really happened, in the words of the table's columns. */
type Sucedido = {
  /** When she pressed: milliseconds of the device's clock. */
  pressedAt: number
  whereabouts: Whereabouts | null
  contactoId: string | null
  /** Whether the messaging app was opened within the press itself. */
  abierto: boolean
}

/**
 * The row for a press of the panic button: `mensaje` and `enviado` as specified (docs/product.md#panic), and beside them what
 * really happened.
 */
export function describeEvento({ pressedAt, whereabouts, contactoId, abierto }: Sucedido): Evento {
  const fix = whereabouts?.fix ?? null
  return {
    latitud: fix?.lat ?? null,
    longitud: fix?.lng ?? null,
    mensaje: 'Botón de pánico presionado',
    enviado: true,
    estado: abierto ? 'abierto' : 'preparado',
    canal: contactoId ? 'whatsapp' : null,
    contacto_id: contactoId,
    precision_m: fix?.accuracy ?? null,
    ubicacion_en: fix ? new Date(fix.at).toISOString() : null,
    ocurrido_en: new Date(pressedAt).toISOString(),
  }
}

/** Twice the same changes nothing; what she opened after it had arrived moves it one step forwards. */
async function deliver({ id, owner, at, body }: Entry<Evento>): Promise<void> {
  const session = storedSession()
  const withoutCode = session !== null && needsSegundoPaso(session)
  // An event opens an alert too (docs/alarm.md), or joins the open one: whatever she ended before it ends first. Before the code of her second
  // factor the service takes no end; then only the press that she took back waits for its own.
  const end = await endUnheard(owner, id, at)
  if (end === 'own' || (end && !withoutCode)) throw new Error('an end before this press has not arrived')
  if (lockedOwner() === owner) {
    const press = {
      cliente_id: id,
      pulsada_en: body.ocurrido_en,
      reloj: new Date().toISOString(),
      prueba: pruebaOf(owner, id),
    }
    if ((await callWithFicha('alertar_con_ficha', press)) !== true)
      throw new Error('a locked device could not say it')
    return
  }
  const row = { user_id: owner, cliente_id: id, ...body }
  if (withoutCode) {
    // Before the code of her second factor the service takes an event, and reads nothing back: not even whether it is there.
    await ask((db) => db.from('eventos_peligro').insert(row), { within: 'patient' }).catch(unlessDuplicate)
    return
  }
  const added = await ask(
    (db) =>
      db
        .from('eventos_peligro')
        .upsert(row, { onConflict: 'user_id,cliente_id', ignoreDuplicates: true })
        .select('estado'),
    { within: 'patient' },
  ).catch((failure: unknown) => insertPlainly('eventos_peligro', row, 'user_id,cliente_id', failure))
  if (added.length > 0 || body.estado !== 'abierto') return
  const { estado, canal, contacto_id } = body
  await ask(
    (db) =>
      db
        .from('eventos_peligro')
        .update({ estado, canal, contacto_id })
        .eq('user_id', owner)
        .eq('cliente_id', id)
        .eq('estado', 'preparado'),
    { within: 'patient' },
  )
}

/** A page that was closed while it looked for a place never comes back to it: after this long the event goes as it is. */
const ABANDONED_MS = 15_000

const lane = queue.lane<Evento>('peligro', {
  deliver: async (entry) => {
    await deliver(entry)
    forgetBegun(entry.id)
  },
  until: () => 'delivered',
  abandonedAfter: ABANDONED_MS,
  delay: urgentDelay,
})

/** Danger events on their way to the service: tried for ever, and never erased before they have arrived. */
export const eventos = {
  ...lane,

  /** As the lane's own, and not lost where the page ends before the device has sealed it. */
  async put(entry: Entry<Evento>): Promise<boolean> {
    const { id, owner, at } = entry
    if (!lane.of(owner).has(id)) noteBegun({ id, owner, pressedAt: at })
    const durable = await lane.put(entry)
    // Behind a PIN nobody reads what is sealed: the page that begins there has this line alone.
    if (durable && !readCierre()) forgetBegun(id)
    return durable
  },
}

/**
 * Hands over what waits from the first moment of a page, whatever becomes of the rest of the app; `watchMember.ts` takes it from there.
 */
export function startEventos(): void {
  const owner = storedSession()?.user.id ?? lockedOwner()
  if (!owner) return
  queue.open(owner)
  void takeUpBegun(owner)
  globalThis.addEventListener?.(EARLY_PRESS, () => void takeUpBegun(owner))
}

/** A press that an earlier page had no time to write down is like one that it left while it looked for a place. */
async function takeUpBegun(owner: string): Promise<void> {
  const begun = begunOf(owner)
  if (begun.length === 0) return
  await lane.open(owner)
  for (const { id, pressedAt } of begun) {
    if (lane.of(owner).has(id)) {
      if (!readCierre()) forgetBegun(id)
    } else {
      const body = describeEvento({ pressedAt, whereabouts: null, contactoId: null, abierto: false })
      // Behind a PIN no page goes on looking for its place.
      const state = lockedOwner() === owner ? 'ready' : 'draft'
      void eventos.put({ id, owner, at: pressedAt, state, body })
    }
  }
}
