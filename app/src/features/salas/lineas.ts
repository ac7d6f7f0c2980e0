import type { Tables } from '../../lib/api/database.types.ts'
import { addDays, type Fecha, longFechaWithDia, toFecha } from '../../lib/time/fechas.ts'

export type Mensaje = Pick<Tables<'mensajes_sala'>, 'id' | 'sala_id' | 'user_id' | 'contenido' | 'creado_en'>

/** A message as it stands on her screen. */
export type Linea = Mensaje & { estado: 'enviado' | 'pendiente' | 'fallido' }

type Momento = Pick<Mensaje, 'id' | 'creado_en'>

/** Moment, then id: the order of the circle, the same for everybody. Both are texts of one form. */
export function compare(a: Momento, b: Momento): number {
  if (a.creado_en !== b.creado_en) return a.creado_en < b.creado_en ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/**
 * Puts messages among those already held: each once, in the order of the circle.
 *
 * @param held in order
 * @param more in any order; those already held change nothing
 * @returns the same list where nothing is new
 */
export function merge(held: readonly Mensaje[], more: readonly Mensaje[]): readonly Mensaje[] {
  const known = new Set(held.map(({ id }) => id))
  const fresh: Mensaje[] = []
  for (const message of more) {
    if (known.has(message.id)) continue
    known.add(message.id)
    fresh.push(message)
  }
  if (fresh.length === 0) return held
  fresh.sort(compare)
  const last = held.at(-1)
  const merged = [...held, ...fresh]
  // Live messages nearly always come last: then there is nothing to sort.
  return last && compare(last, fresh[0]!) > 0 ? merged.sort(compare) : merged
}

/**
 * Drops what the service does not have (any more).
 *
 * @param there what it has from the oldest held message on, in order; beyond its last one nothing is concluded
 * @param whole whether `there` reaches up to now
 */
export function keepOnly(
  held: readonly Mensaje[],
  there: readonly Momento[],
  whole: boolean,
): readonly Mensaje[] {
  const ids = new Set(there.map(({ id }) => id))
  const end = there.at(-1)
  // Beyond it in the order of the circle: of two at one moment, only the id says which comes later.
  const kept = held.filter(
    (message) => ids.has(message.id) || (!whole && (!end || compare(message, end) > 0)),
  )
  return kept.length === held.length ? held : kept
}

/** What the list shows before a message: the day, where it is another one; the name, where somebody else begins. */
export type Inicio = { dia: Fecha | null; comienza: boolean }

const CERCA_MS = 5 * 60_000

/** How a message follows the one before it. */
export function inicio(before: Mensaje | undefined, message: Mensaje): Inicio {
  const day = toFecha(new Date(message.creado_en))
  if (!before) return { dia: day, comienza: true }
  const newDay = toFecha(new Date(before.creado_en)) !== day
  const near = Date.parse(message.creado_en) - Date.parse(before.creado_en) < CERCA_MS
  return {
    dia: newDay ? day : null,
    // Those who left are all «Anónimo»: two of them in a row may be two women.
    comienza: newDay || !near || message.user_id === null || before.user_id !== message.user_id,
  }
}

/** «Hoy», «Ayer», or the day in its long form. */
export function nombreOfDia(day: Fecha, today: Fecha): string {
  if (day === today) return 'Hoy'
  if (day === addDays(today, -1)) return 'Ayer'
  return longFechaWithDia(day)
}
