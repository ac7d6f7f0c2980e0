import { useMutation } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import type { TablesInsert } from '../api/database.types.ts'
import { isDuplicate, ServiceError, toServiceError } from '../api/errors.ts'
import type { Denuncia } from '../revision/motivos.ts'

/** What is reported: a message, somebody in her call, a review, or the name of somebody. */
export type Denunciado =
  | { mensaje_id: string }
  | { origen: 'nombre'; autora_id: string }
  | { origen: 'llamada'; autora_id: string; id: string }
  | { origen: 'reseña'; objeto_id: string }

const ANTES =
  'Ya lo habías denunciado, y lo de ahora no se agrega a eso. Si el equipo tiene que saberlo, cuéntaselo en «Escribir al equipo».'

/**
 * Reports something to the team; who reported nobody learns. The same, said of it twice, is no failure. Of somebody in a call there may be
 * several: what she pressed again has the id of before, and in other words is another one.
 *
 * @param renew another id, where what is reported has one
 * @throws ServiceError `PT404` where it is not there any more, `PT429` after many in a day, `ya_denunciado` where she reported it before in
 *   other words, or the team has settled that
 */
export async function report(denuncia: Denunciado & Denuncia, renew?: () => string): Promise<void> {
  const row: TablesInsert<'reportes_sala'> = denuncia
  const insert = (as: Partial<typeof row>) => ask((db) => db.from('reportes_sala').insert({ ...row, ...as }))
  try {
    await insert({})
  } catch (failure) {
    // Somebody who left the call since is not there to be reported: what arrived before counts all the same.
    const left = renew !== undefined && toServiceError(failure).code === 'PT404'
    if (!isDuplicate(failure) && !left) throw failure
    const { motivo, detalle, contacto, ...what } = denuncia
    const before = await ask((db) =>
      db.from('reportes_sala').select('motivo, detalle, contacto, estado').match(what),
    )
    const arrived = before.some(
      (own) =>
        (own.estado === 'pendiente' || renew !== undefined) &&
        own.motivo === motivo &&
        (detalle === null || own.detalle === detalle) &&
        (!contacto || own.contacto),
    )
    if (arrived) return
    if (left) throw failure
    if (!renew) throw new ServiceError(ANTES, 'ya_denunciado', 409)
    await insert({ id: renew() })
  }
}

/** {@link report}, for a form. */
export function useReport() {
  return useMutation({
    mutationFn: ({ renew, ...denuncia }: Denunciado & Denuncia & { renew?: () => string }) =>
      report(denuncia, renew),
  })
}
