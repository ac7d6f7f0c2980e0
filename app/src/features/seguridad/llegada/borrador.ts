import * as z from 'zod/mini'
import { CADA_H, type CadaH, MINUTOS, nextHora, shortMinutos } from './cuando.ts'

/** What she chooses in the form: on her way somewhere, or asked through a night. */
export type Borrador = {
  modo: 'camino' | 'noche'
  destino: string
  /** Minutes, or `hora`: at a time of the clock. */
  en: string
  hora: string
  cada: string
  hasta: string
  nota: string
  aTodas: boolean
  elegidos: readonly string[]
}

export const borradorVacio: Borrador = {
  modo: 'camino',
  destino: '',
  en: '30',
  hora: '',
  cada: '2',
  hasta: '07:00',
  nota: '',
  aTodas: true,
  elegidos: [],
}

export const MODOS = [
  ['camino', 'Voy en camino'],
  ['noche', 'Toda la noche'],
] as const
export const OPCIONES_EN = [
  ...MINUTOS.map((one) => [String(one), shortMinutos(one)] as const),
  ['hora', 'A una hora'] as const,
]
export const OPCIONES_CADA = CADA_H.map((one) => [String(one), shortMinutos(one * 60)] as const)

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

/** When it is due, and for a repeated check until when; null where she has not said so. */
export function momentsOf(
  { modo, en, hora, cada, hasta }: Borrador,
  now: Date,
): { vence: Date; cadaH: CadaH | null; hasta: Date | null } | null {
  if (modo === 'camino') {
    const vence = en === 'hora' ? nextHora(hora, now) : new Date(now.getTime() + Number(en) * 60_000)
    return vence && { vence, cadaH: null, hasta: null }
  }
  const end = nextHora(hasta, now)
  if (!end) return null
  const cadaH = Number(cada) as CadaH
  return { vence: new Date(Math.min(now.getTime() + cadaH * HOUR_MS, end.getTime())), cadaH, hasta: end }
}

export const llegadaSchema = (now = new Date()) =>
  z.custom<Borrador>().check(
    z.superRefine((borrador, { addIssue }) => {
      const say = (field: keyof Borrador, message: string) =>
        addIssue({ code: 'custom', path: [field], message })
      const onTheWay = borrador.modo === 'camino'
      const moments = momentsOf(borrador, now)
      const last = moments && (moments.hasta ?? moments.vence)
      if (!last) say(onTheWay ? 'hora' : 'hasta', 'Elige una hora.')
      else if (last.getTime() - now.getTime() > DAY_MS - 60_000)
        say(onTheWay ? 'hora' : 'hasta', 'Elige una hora dentro de las próximas 24 horas.')
      if (!borrador.aTodas && borrador.elegidos.length === 0) say('elegidos', 'Elige a alguien, o a todas.')
    }),
  )
