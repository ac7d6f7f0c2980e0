import { useMutation } from '@tanstack/react-query'
import type { Denuncia } from '../lib/revision/motivos.ts'
import { ask } from './ask.ts'
import type { TablesInsert } from './database.types.ts'
import { unlessDuplicate } from './errors.ts'

/** What is reported: a message, somebody in her call, a review, or the name of somebody. */
export type Denunciado =
  | { mensaje_id: string }
  | { origen: 'llamada' | 'nombre'; autora_id: string }
  | { origen: 'reseña'; objeto_id: string }

/**
 * Reports it to the team; who reported nobody learns. The same message, review or name twice is no failure.
 *
 * @throws ServiceError `PT404` where it is not there any more, `PT429` after many in a day
 */
export function useReport() {
  return useMutation({
    mutationFn: (report: Denunciado & Denuncia) => {
      const row: TablesInsert<'reportes_sala'> = report
      return ask((db) => db.from('reportes_sala').insert(row)).catch(unlessDuplicate)
    },
  })
}
