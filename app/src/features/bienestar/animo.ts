import { useMemo, useRef } from 'react'
import { type Animo, byDia, type Dicho, type Dichos, mesOfDicho } from '../../lib/cofre/animos.ts'
import { useNotas } from '../../lib/cofre/hojas.ts'
import type { Nota } from '../../lib/cofre/notas.ts'
import { uuid } from '../../lib/random.ts'
import { type Fecha, toFecha } from '../../lib/time/fechas.ts'

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

/** For so long another tap corrects what she said; later it is another saying. */
const CORRECTS_MS = 15 * 60_000

/** What she says of how she is, day by day, on this device and in her vault. */
export function useAnimo(hoy: Fecha) {
  const { notas, write, writeAll } = useNotas<Dicho>('animo')
  const dichos: Dichos = useMemo(() => [...(notas?.values() ?? [])].flat(), [notas])
  const days = useMemo(() => byDia(dichos), [dichos])
  const on = (fecha: Fecha): Dichos => days.get(fecha) ?? []
  const last = on(hoy).at(-1)
  /** What was written a moment ago, and may not be shown yet. */
  const written = useRef<{ id: string; fecha: Fecha; at: number } | null>(null)

  /** Two taps in a row do not take each other back: each changes what is there then. */
  const edit = (id: string, fecha: Fecha, part: (dicho: Dicho) => Partial<Dicho>) =>
    void writeAll([
      { periodo: mesOfDicho(fecha), id, value: (before) => before && { ...before, ...part(before) } },
    ])
  return {
    isRead: notas !== undefined,
    days,
    last,
    /** @param dia a day that is over; today, as it is by then, where there is none */
    choose(animo: Animo, dia?: Fecha) {
      const now = new Date()
      const today = toFecha(now)
      const fecha = dia ?? today
      const shown = on(fecha).at(-1)
      const recent =
        written.current?.fecha === fecha ? written.current : shown && { id: shown.id, at: shown.at }
      if (recent && now.getTime() - recent.at < CORRECTS_MS) return edit(recent.id, fecha, () => ({ animo }))
      const id = uuid()
      written.current = { id, fecha, at: now.getTime() }
      // Of a day that is over nobody knows the hour.
      const hora = fecha === today ? now.toTimeString().slice(0, 5) : ''
      void write(mesOfDicho(fecha), id, { fecha, hora, animo, motivos: [], palabra: '' })
    },
    change(part: (dicho: Dicho) => Partial<Dicho>, dia = hoy) {
      const dicho = on(dia).at(-1)
      if (dicho) edit(dicho.id, dicho.value.fecha, part)
    },
    erase({ id, value }: Nota<Dicho>) {
      if (written.current?.id === id) written.current = null
      void write(mesOfDicho(value.fecha), id, null)
    },
  }
}

export type MiAnimo = ReturnType<typeof useAnimo>
