import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { type Alcance, tellEnd } from '../../../lib/revision/medidas.ts'
import { COLA } from '../../../lib/team/revision.ts'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha } from '../../../lib/time/fechas.ts'

/** A decision about an anonymous author. Nobody is told whom it is about, nor whether it reached anybody. */
export type Velada = {
  id: string
  clase: 'historia' | 'reseña'
  /** Of the story, as long as it is there. */
  titulo: string | null
  motivo: string
  alcance: Alcance
  creada_en: string
  hasta: string
  levantada_en: string | null
}

/** Newest first; for the administradoras alone. */
export function useVeladas() {
  return useQuery({
    queryKey: [...COLA, 'veladas'],
    queryFn: ({ signal }) =>
      ask((db) => db.rpc('medidas_veladas'), { signal }) as unknown as Promise<Velada[]>,
  })
}

/**
 * Ends one, without saying whom it reached.
 *
 * @throws ServiceError `PT404` it is over, `PT403` her own decision while the answer to it waits
 */
export function useLiftVelada() {
  return useMutation({
    mutationFn: (cual: string) => ask((db) => db.rpc('levantar_velada', { cual })),
    onSettled: useReload(COLA),
  })
}

/** What it was about: «La historia «Un martes»», «Una reseña». */
export function tellCosa({ clase, titulo }: Pick<Velada, 'clase' | 'titulo'>): string {
  if (clase === 'reseña') return 'Una reseña'
  return titulo === null ? 'Una historia que ya no está' : `La historia «${readable(titulo)}»`
}

/** Whether there is anything left to lift. */
export const isHeld = ({ hasta, levantada_en }: Pick<Velada, 'hasta' | 'levantada_en'>, now = Date.now()) =>
  levantada_en === null && Date.parse(hasta) > now

/** Until when it holds, or how it ended. */
export function tellFate(velada: Pick<Velada, 'hasta' | 'levantada_en'>, now = Date.now()): string {
  const { hasta, levantada_en } = velada
  if (levantada_en !== null) return `se levantó el ${longFecha(new Date(levantada_en))}`
  return isHeld(velada, now) ? tellEnd(hasta) : `terminó el ${longFecha(new Date(hasta))}`
}
