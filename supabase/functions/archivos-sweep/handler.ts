import { asService, assertService, removeFiles } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { answering, json } from '../_shared/refusal.ts'

/**
 * Makes the handler of `archivos-sweep`, which the host calls with its own key where something waits: has the Storage API remove
 * the bytes of files that left with an account. Our own storage server needs none of it (`server/src/storage/sweep.ts`).
 * @returns 200 `{ removed, waiting }`, 403 for everybody else
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    assertService(env, request)
    const waiting = await asService<{ deposito: string; nombre: string }[]>(
      env,
      'rpc/archivos_por_borrar',
      {},
    )
    let removed = 0
    for (const deposito of new Set(waiting.map((file) => file.deposito))) {
      const nombres = waiting.filter((file) => file.deposito === deposito).map(({ nombre }) => nombre)
      // What could not be removed stays noted and is tried again in some minutes; the other buckets must not wait for it.
      await removeFiles(env, deposito, nombres).catch(() => undefined)
      removed += await asService<number>(env, 'rpc/archivos_borrados', { deposito, nombres })
    }
    return json(200, { removed, waiting: waiting.length - removed })
  })
}
