import { useMutation } from '@tanstack/react-query'
import type { Denuncia } from '../lib/revision/motivos.ts'
import { ask } from './ask.ts'
import type { TablesInsert } from './database.types.ts'
import { isDuplicate, ServiceError } from './errors.ts'

/** What is reported: a message, somebody in her call, a review, or the name of somebody. */
export type Denunciado =
  | { mensaje_id: string }
  | { origen: 'llamada' | 'nombre'; autora_id: string }
  | { origen: 'reseña'; objeto_id: string }

const ANTES =
  'Ya lo habías denunciado, y lo de ahora no se agrega a eso. Si el equipo tiene que saberlo, cuéntaselo en «Escribir al equipo».'

/**
 * Reports something to the team; who reported nobody learns. The same, said of it twice, is no failure.
 *
 * @throws ServiceError `PT404` where it is not there any more, `PT429` after many in a day, `ya_denunciado` where she reported it before in
 *   other words, or the team has settled that
 */
export async function report(denuncia: Denunciado & Denuncia): Promise<void> {
  const row: TablesInsert<'reportes_sala'> = denuncia
  try {
    await ask((db) => db.from('reportes_sala').insert(row))
  } catch (failure) {
    if (!isDuplicate(failure)) throw failure
    const { motivo, detalle, contacto, ...what } = denuncia
    const before = await ask((db) =>
      db.from('reportes_sala').select('motivo, detalle, contacto, estado').match(what),
    )
    const arrived = before.some(
      (own) =>
        own.estado === 'pendiente' &&
        own.motivo === motivo &&
        (detalle === null || own.detalle === detalle) &&
        (!contacto || own.contacto),
    )
    if (!arrived) throw new ServiceError(ANTES, 'ya_denunciado', 409)
  }
}

/** {@link report}, for a form. */
export function useReport() {
  return useMutation({ mutationFn: report })
}
