import type { Nota } from '../../lib/cofre/notas.ts'
import { addDays, type Fecha, fromFecha, shortHora, toFecha } from '../../lib/time/fechas.ts'

/* Medicines: when each is taken, what was taken, how many are left. No word on what they are for. */

export type Medicamento = {
  nombre: string
  dosis: string
  /** «08:00», in their order; none where she takes it when she needs it. */
  horas: string[]
  /** Days of the week on which it is taken, Monday is 1; none: every day. */
  dias: number[]
  /** How many there were when she counted them; null where she does not. What is left of them is {@link leftOf}. */
  quedan: number | null
  /** Of that counting; none of one from before each had a name. */
  conteo?: string
  /** Events of her agenda that remind her at these hours, and say nothing of it. */
  recordatorios?: readonly string[]
  /** What she wrote down as how often, before there were hours. */
  frecuencia: string
}

export type Estado = 'tomada' | 'omitida'
export type Toma = {
  medicamento: string
  fecha: Fecha
  hora: string
  estado: Estado
  /** Which counting it takes one from; none of before, when it was taken from the number itself. */
  de?: string
}

export type Dosis = { medicamento: Nota<Medicamento>; fecha: Fecha; hora: string; estado: Estado | null }

/** Of a dose there is one note, whatever is said of it, on however many devices. */
export const idOfToma = ({
  medicamento,
  fecha,
  hora,
}: Pick<Toma, 'medicamento' | 'fecha' | 'hora'>): string => `${medicamento} ${fecha} ${hora}`

const weekday = (fecha: Fecha): number => fromFecha(fecha).getDay() || 7

const isTakenOn = ({ dias }: Medicamento, fecha: Fecha): boolean =>
  dias.length === 0 || dias.includes(weekday(fecha))

/** What was said of doses, by their day. */
export function byDia(tomas: readonly Nota<Toma>[]): (fecha: Fecha) => readonly Nota<Toma>[] {
  const days = new Map<Fecha, Nota<Toma>[]>()
  for (const toma of tomas) {
    const day = days.get(toma.value.fecha)
    if (day) day.push(toma)
    else days.set(toma.value.fecha, [toma])
  }
  return (fecha) => days.get(fecha) ?? []
}

/** The doses of a day, by the clock; with those that she spoke of and has other hours for by now. */
export function dosisOf(
  medicamentos: readonly Nota<Medicamento>[],
  tomas: ReturnType<typeof byDia>,
  fecha: Fecha,
): Dosis[] {
  const said = tomas(fecha).map(({ value }) => value)
  return medicamentos
    .flatMap((medicamento) => {
      const own = said.filter((toma) => toma.medicamento === medicamento.id)
      const due = isTakenOn(medicamento.value, fecha) ? medicamento.value.horas : []
      return [...new Set([...due, ...own.map(({ hora }) => hora)])].map((hora) => ({
        medicamento,
        fecha,
        hora,
        estado: own.find((toma) => toma.hora === hora)?.estado ?? null,
      }))
    })
    .sort((one, other) => one.hora.localeCompare(other.hora))
}

/** The next dose of which nothing was said, from now on; within a week. */
export function nextDosis(
  medicamentos: readonly Nota<Medicamento>[],
  tomas: ReturnType<typeof byDia>,
  hoy: Fecha,
  hora: string,
): Dosis | null {
  for (let day = 0; day < 7; day++) {
    const next = dosisOf(medicamentos, tomas, addDays(hoy, day)).find(
      (dosis) => dosis.estado === null && (day > 0 || dosis.hora >= hora),
    )
    if (next) return next
  }
  return null
}

/** Of a dose what is written: it takes one from what she counted last. */
export const tomaOf = ({ medicamento, fecha, hora }: Omit<Dosis, 'estado'>, estado: Estado): Toma => ({
  medicamento: medicamento.id,
  fecha,
  hora,
  estado,
  de: medicamento.value.conteo ?? '',
})

/**
 * How many are left: what she counted, less each dose that was taken since. So doses of two devices, each a note of its own, count both, and no
 * device writes a number over the other's.
 */
export function leftOf(
  { id, value: { quedan, conteo = '' } }: Nota<Medicamento>,
  tomas: readonly Nota<Toma>[],
): number | null {
  if (quedan === null) return null
  const taken = tomas.filter(
    ({ value }) => value.medicamento === id && value.de === conteo && value.estado === 'tomada',
  )
  return Math.max(0, quedan - taken.length)
}

/** Taken when she needs it, at no hour of its own. */
export const isAsNeeded = ({ horas }: Medicamento): boolean => horas.length === 0

/** A dose at this very moment. */
export const dosisNow = (medicamento: Nota<Medicamento>, now: Date): Dosis => ({
  medicamento,
  fecha: toFecha(now),
  hora: shortHora(now),
  estado: null,
})

const SOON_DAYS = 7

/** Whether what is left ends within a week. */
export function endsSoon({ horas, dias }: Medicamento, quedan: number): boolean {
  const aWeek = horas.length * (dias.length || 7)
  return quedan <= Math.max(1, (aWeek * SOON_DAYS) / 7)
}

/** Hours as she types them, «8, 20:30», in their order; null where one is none. */
export function readHoras(texto: string): string[] | null {
  const typed = texto.split(/[\s,;y]+/).filter(Boolean)
  const read = typed.map((one) => {
    const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2}))?$/.exec(one) ?? []
    if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null
    return `${hour.padStart(2, '0')}:${minute}`
  })
  return read.includes(null) ? null : [...new Set(read as string[])].sort()
}

/** As the browser kept them before (docs/product.md#browser-keys). */
export type Anterior = { id: string; name: string; dosage: string; frequency: string; nextDose: string }

/** The same as she has it from now on; its hour is that of the next dose. */
export function asMedicamento({ name, dosage, frequency, nextDose }: Anterior): Medicamento {
  const hora = /[T ](\d{2}:\d{2})/.exec(nextDose)?.[1]
  return {
    nombre: name,
    dosis: dosage,
    horas: hora ? [hora] : [],
    dias: [],
    quedan: null,
    frecuencia: frequency,
  }
}
