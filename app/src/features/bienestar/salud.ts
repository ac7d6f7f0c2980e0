import { addDays, type Fecha, isFecha, longFecha, toFecha } from '../../lib/time/fechas.ts'
import type { Anterior } from './medicamentos.ts'

/* Health data in the shapes that the browser's keys had (docs/product.md#browser-keys). Nothing here ever asks or tells the service. */

export type CitaMedica = { id: string; doctor: string; specialty: string; date: string; time: string }

/** The rows of a list, and whether they are only the example shown while she has none of her own. */
export type Lista<Dato> = { datos: Dato[]; ejemplo: boolean }

const exampleCita = (hoy: Fecha): CitaMedica => ({
  id: 'ejemplo',
  doctor: 'Dra. Jacaranda Ríos',
  specialty: 'Medicina general',
  date: addDays(hoy, 7),
  time: '10:00',
})

export const exampleMedicamento = (hoy: Fecha): Anterior => ({
  id: 'ejemplo',
  name: 'Vitamina D',
  dosage: '1 cápsula',
  frequency: 'Una vez al día',
  nextDose: `${addDays(hoy, 1)}T08:00`,
})

/** What is kept; whatever is no list of rows counts as nothing. */
function listaOf<Dato extends Record<string, string>>(kept: unknown, ejemplo: Dato): Lista<Dato> {
  const fields = Object.keys(ejemplo)
  const datos = (Array.isArray(kept) ? kept : [])
    .filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
    .map((row) => Object.fromEntries(fields.map((field) => [field, String(row[field] ?? '')])) as Dato)
  return datos.length > 0 ? { datos, ejemplo: false } : { datos: [ejemplo], ejemplo: true }
}

/** Her appointments, the next one first. */
export function citasOf(kept: unknown, hoy: Fecha): Lista<CitaMedica> {
  const { datos, ejemplo } = listaOf(kept, exampleCita(hoy))
  const when = ({ date, time }: CitaMedica) => `${date} ${time}`
  return { datos: datos.sort((one, other) => when(one).localeCompare(when(other))), ejemplo }
}

/** Her medicines as the browser kept them; none where there is only the example. */
export function medicamentosOf(kept: unknown): Anterior[] {
  const { datos, ejemplo } = listaOf(kept, exampleMedicamento('2026-01-01'))
  return ejemplo ? [] : datos
}

/** The appointments that are still to come; one of today until its hour has passed. */
export function upcomingCitas(citas: readonly CitaMedica[], now: Date): CitaMedica[] {
  const hoy = toFecha(now)
  const hora = now.toTimeString().slice(0, 5)
  return citas.filter(
    ({ date, time }) => isFecha(date) && (date > hoy || (date === hoy && (!time || time >= hora))),
  )
}

/** «28 de noviembre de 2026, 10:00»; what is no day stays as it was written. */
export function whenText(date: string, time = ''): string {
  const [day = '', clock] = date.split(/[T ]/)
  const hora = (time || clock || '').slice(0, 5)
  if (!isFecha(day)) return [date, time].filter(Boolean).join(', ')
  return [longFecha(day), hora].filter(Boolean).join(', ')
}
