import type { Asociacion } from './asociaciones.ts'
import type { Reporte } from './reportes.ts'

/** An entry whose number was reported: how often, and when last (ISO 8601). */
export type Pendiente<Entry> = { asociacion: Entry; count: number; ultimo: string }

/**
 * What the admin has to look into: visible entries with reports, the most reported first. A hidden one can wait: nobody
 * dials it, and its reports stay for the day it is shown again.
 */
export function pendientesOf<Entry extends Pick<Asociacion, 'id' | 'visible'>>(
  entries: Entry[],
  reportes: Reporte[],
): Pendiente<Entry>[] {
  return entries
    .filter(({ visible }) => visible)
    .map((asociacion) => {
      const suyos = reportes.filter(({ asociacion_id }) => asociacion_id === asociacion.id)
      const ultimo = suyos.reduce((latest, { creado_en }) => (creado_en > latest ? creado_en : latest), '')
      return { asociacion, count: suyos.length, ultimo }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || b.ultimo.localeCompare(a.ultimo))
}
