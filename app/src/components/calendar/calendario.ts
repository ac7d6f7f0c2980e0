import type { ReactNode } from 'react'
import { addDays, addMonths, type Fecha, fromFecha } from '../../lib/time/fechas.ts'

/** How a day of the calendar looks; what it means is said in words beside it. */
export type DayLook = 'lleno' | 'subrayado' | 'periodo' | 'fertil' | 'ovulacion' | 'proximo'

export type DayMark = {
  look?: DayLook
  /** Something is noted of it: a dot, whatever it looks like. */
  dot?: boolean
  /** Drawn below its number, in a calendar that has room for it (`tall`). */
  beneath?: ReactNode
  /** What it means, said with the day: «con entrada». */
  words: string
}

/** Days that belong together are drawn as one band; ovulation lies inside of the fertile one. */
const BANDS: Partial<Record<DayLook, 'periodo' | 'fertil' | 'proximo'>> = {
  periodo: 'periodo',
  proximo: 'proximo',
  fertil: 'fertil',
  ovulacion: 'fertil',
}

export type Band = { kind: 'periodo' | 'fertil' | 'proximo'; joinsLeft: boolean; joinsRight: boolean }

/**
 * The band behind a day, and whether it runs on into the neighbours of the same row.
 *
 * @param week the days of its row; null where the row has none of this month
 */
export function bandOf(
  week: readonly (Fecha | null)[],
  index: number,
  markOf: (fecha: Fecha) => DayMark | undefined,
): Band | null {
  const kindAt = (at: number) => {
    const fecha = week[at]
    const look = fecha ? markOf(fecha)?.look : undefined
    return look && BANDS[look]
  }
  const kind = kindAt(index)
  if (!kind) return null
  const [joinsLeft, joinsRight] = [kindAt(index - 1) === kind, kindAt(index + 1) === kind]
  const name = `${kind} ${joinsLeft} ${joinsRight}`
  const band = bands.get(name) ?? { kind, joinsLeft, joinsRight }
  bands.set(name, band)
  return band
}

/** The same for days that look the same: such a day is not drawn anew. */
const bands = new Map<string, Band>()

/**
 * Where a key leads from a day, as the date grid of the ARIA Authoring Practices has it: arrows by day and week, Home and
 * End to the week's ends, Page Up and Down by month, with Shift by year.
 *
 * @returns null for keys that lead nowhere
 */
export function dayForKey(from: Fecha, key: string, shift: boolean): Fecha | null {
  const sinceMonday = (fromFecha(from).getDay() + 6) % 7
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1)
    case 'ArrowRight':
      return addDays(from, 1)
    case 'ArrowUp':
      return addDays(from, -7)
    case 'ArrowDown':
      return addDays(from, 7)
    case 'Home':
      return addDays(from, -sinceMonday)
    case 'End':
      return addDays(from, 6 - sinceMonday)
    case 'PageUp':
      return addMonths(from, shift ? -12 : -1)
    case 'PageDown':
      return addMonths(from, shift ? 12 : 1)
    default:
      return null
  }
}

/** The day itself, or the nearest one that may be chosen. Stored days sort as text. */
export function clampDay(fecha: Fecha, min: Fecha, max: Fecha): Fecha {
  if (fecha < min) return min
  return fecha > max ? max : fecha
}

/** The seven days of a day's week, Monday first. */
export function weekOf(fecha: Fecha): Fecha[] {
  const sinceMonday = (fromFecha(fecha).getDay() + 6) % 7
  return Array.from({ length: 7 }, (_, day) => addDays(fecha, day - sinceMonday))
}
