import { useRef } from 'react'
import { type Animo, type Dicho, type Dichos, lastOf, mesOfDicho } from '../../lib/cofre/animos.ts'
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
  const dichos: Dichos = [...(notas?.values() ?? [])].flat()
  const last = lastOf(dichos, hoy)
  /** What was written a moment ago, and may not be shown yet. */
  const written = useRef<{ id: string; fecha: Fecha; at: number } | null>(null)

  /** Two taps in a row do not take each other back: each changes what is there then. */
  const edit = (id: string, fecha: Fecha, part: (dicho: Dicho) => Partial<Dicho>) =>
    void writeAll([
      { periodo: mesOfDicho(fecha), id, value: (before) => before && { ...before, ...part(before) } },
    ])
  return {
    dichos,
    last,
    choose(animo: Animo) {
      const now = new Date()
      const fecha = toFecha(now)
      const recent = written.current ?? (last && { id: last.id, fecha, at: last.at })
      if (recent?.fecha === fecha && now.getTime() - recent.at < CORRECTS_MS)
        return edit(recent.id, fecha, () => ({ animo }))
      const id = uuid()
      written.current = { id, fecha, at: now.getTime() }
      const hora = now.toTimeString().slice(0, 5)
      void write(mesOfDicho(fecha), id, { fecha, hora, animo, motivos: [], palabra: '' })
    },
    change(part: (dicho: Dicho) => Partial<Dicho>) {
      if (last) edit(last.id, last.value.fecha, part)
    },
    erase({ id, value }: Nota<Dicho>) {
      if (written.current?.id === id) written.current = null
      void write(mesOfDicho(value.fecha), id, null)
    },
  }
}
