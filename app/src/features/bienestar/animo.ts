import { useNotas } from '../../lib/cofre/hojas.ts'
import type { Nota } from '../../lib/cofre/notas.ts'
import { uuid } from '../../lib/random.ts'
import { type Fecha, toFecha } from '../../lib/time/fechas.ts'

export const ANIMOS = ['Muy bien', 'Bien', 'Regular', 'Mal', 'Muy mal'] as const
export type Animo = (typeof ANIMOS)[number]

export const MOTIVOS = [
  'Descanso',
  'Cuerpo',
  'Familia',
  'Pareja',
  'Amigas',
  'Trabajo',
  'Estudio',
  'Dinero',
  'Miedo',
  'Algo bueno',
] as const

/** How she said that she was, and why, where she said so. */
export type Dicho = { fecha: Fecha; hora: string; animo: Animo; motivos: string[]; palabra: string }

/** For so long another tap corrects what she said; later it is another saying. */
const CORRECTS_MS = 15 * 60_000

/** The sheet of a day: its month. */
export const mesOfDicho = (fecha: Fecha): string => fecha.slice(0, 7)

export type Dichos = readonly Nota<Dicho>[]

/** The last that she said on a day. */
export const lastOf = (dichos: Dichos, fecha: Fecha): Nota<Dicho> | undefined =>
  dichos.filter(({ value }) => value.fecha === fecha).at(-1)

/** Of a day with several the one in the middle, the harder of two. */
export function animoOfDay(dichos: Dichos, fecha: Fecha): Animo | null {
  const places = dichos
    .filter(({ value }) => value.fecha === fecha)
    .map(({ value }) => ANIMOS.indexOf(value.animo))
    .sort((one, other) => one - other)
  return ANIMOS[places[Math.floor(places.length / 2)] ?? -1] ?? null
}

/** What she says of how she is, day by day, on this device and in her vault. */
export function useAnimo(hoy: Fecha) {
  const { notas, write } = useNotas<Dicho>('animo')
  const dichos: Dichos = [...(notas?.values() ?? [])].flat()
  const last = lastOf(dichos, hoy)

  const put = (id: string, dicho: Dicho) => void write(mesOfDicho(dicho.fecha), id, dicho)
  return {
    dichos,
    last,
    choose(animo: Animo) {
      const now = new Date()
      const fecha = toFecha(now)
      if (last && now.getTime() - last.at < CORRECTS_MS) return put(last.id, { ...last.value, animo })
      const hora = now.toTimeString().slice(0, 5)
      put(uuid(), { fecha, hora, animo, motivos: [], palabra: '' })
    },
    change: (part: Partial<Pick<Dicho, 'motivos' | 'palabra'>>) => {
      if (last) put(last.id, { ...last.value, ...part })
    },
    erase: ({ id, value }: Nota<Dicho>) => void write(mesOfDicho(value.fecha), id, null),
  }
}
