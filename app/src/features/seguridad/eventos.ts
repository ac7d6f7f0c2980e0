import type { TablesInsert } from '../../lib/database.types.ts'
import { deviceShelf } from '../../data/device.ts'
import { unwrap } from '../../data/errors.ts'
import type { Whereabouts } from '../../lib/geolocation.ts'
import { createOutbox, type Pending } from '../../lib/outbox.ts'
import { within } from '../../lib/plazo.ts'
import { supabase } from '../../data/client.ts'

/** A danger event as it waits on the device; whose it is and its id are the outbox's. */
export type Evento = Omit<TablesInsert<'eventos_peligro'>, 'user_id' | 'cliente_id'>

const TIME_LIMIT_MS = 15_000

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
 * really happened (record 240).
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
async function deliver({ id, owner, body }: Pending<Evento>): Promise<void> {
  const added = await within(TIME_LIMIT_MS, (signal) =>
    unwrap(
      supabase()
        .from('eventos_peligro')
        .upsert(
          { user_id: owner, cliente_id: id, ...body },
          { onConflict: 'user_id,cliente_id', ignoreDuplicates: true },
        )
        .select('estado')
        .abortSignal(signal),
    ),
  )
  if (added.length > 0 || body.estado !== 'abierto') return
  const { estado, canal, contacto_id } = body
  await within(TIME_LIMIT_MS, (signal) =>
    unwrap(
      supabase()
        .from('eventos_peligro')
        .update({ estado, canal, contacto_id })
        .eq('user_id', owner)
        .eq('cliente_id', id)
        .eq('estado', 'preparado')
        .abortSignal(signal),
    ),
  )
}

/** Danger events on their way to the service. `watchMember.ts` opens it for whoever is signed in. */
export const eventos = createOutbox<Evento>({ shelf: deviceShelf(), deliver })
