import { addDays, type Fecha, fromFecha } from './fechas.ts'

/** Days of the cycle that the calculator counts with (docs/product.md#cycle). */
export const DIAS_CICLO = 28
/** How many days of bleeding the picture shows; docs/product.md#cycle names none, and bodies differ. */
export const DIAS_PERIODO = 5
export const PRIMERA_FECHA: Fecha = '1900-01-01'

const DAY_MS = 86_400_000

export type Ciclo = {
  inicio: Fecha
  /** Last day of the period in the picture. */
  finPeriodo: Fecha
  /** First and last day of the fertile window. */
  fertilDesde: Fecha
  fertilHasta: Fecha
  ovulacion: Fecha
  proximo: Fecha
}

/**
 * The cycle that began on a day: ovulation 14 days after, fertile from 4 days before it to 1 day after, next period 28
 * days after the start (docs/product.md#cycle).
 *
 * @throws RangeError when it is no day of the calendar
 */
export function calculateCiclo(inicio: Fecha): Ciclo {
  const ovulacion = addDays(inicio, 14)
  return {
    inicio,
    finPeriodo: addDays(inicio, DIAS_PERIODO - 1),
    fertilDesde: addDays(ovulacion, -4),
    fertilHasta: addDays(ovulacion, 1),
    ovulacion,
    proximo: addDays(inicio, DIAS_CICLO),
  }
}

/**
 * Which day of the cycle it is, counting from 1; null before the cycle began and once it is over, since nobody knows
 * then whether the next one has begun.
 */
export function diaOfCiclo(inicio: Fecha, hoy: Fecha): number | null {
  // Both at midday: a day that has 23 or 25 hours is still one day.
  const days = Math.round((fromFecha(hoy).getTime() - fromFecha(inicio).getTime()) / DAY_MS)
  return days >= 0 && days < DIAS_CICLO ? days + 1 : null
}

export type FaltaInicio = 'vacia' | 'fuera'

/** What is wrong with a chosen start, if anything: none chosen, or outside of 1900-01-01 to today. */
export function checkInicio(inicio: string, hoy: Fecha): FaltaInicio | null {
  if (inicio === '') return 'vacia'
  try {
    fromFecha(inicio)
  } catch {
    return 'fuera'
  }
  return inicio < PRIMERA_FECHA || inicio > hoy ? 'fuera' : null
}

export type FaseDia = 'periodo' | 'fertil' | 'ovulacion' | 'proximo'

/** What the calculator says of a day; null for one it says nothing of. */
export function faseOf(ciclo: Ciclo, fecha: Fecha): FaseDia | null {
  if (fecha >= ciclo.inicio && fecha <= ciclo.finPeriodo) return 'periodo'
  if (fecha === ciclo.ovulacion) return 'ovulacion'
  if (fecha >= ciclo.fertilDesde && fecha <= ciclo.fertilHasta) return 'fertil'
  return fecha === ciclo.proximo ? 'proximo' : null
}
