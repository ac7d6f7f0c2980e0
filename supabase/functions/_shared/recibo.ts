import { asService } from './api.ts'
import type { Env } from './env.ts'
import type { ViaName } from './envio.ts'

/**
 * What the database does not know it keeps, in case the sender notes the message later. Asked once more after this: the two may have
 * missed each other.
 */
const WAIT_MS = [700]

/** What a provider's signed webhook says of one message. */
export interface Recibo {
  id: string
  resultado: 'entregada' | 'fallida'
  detalle?: string
}

/**
 * Notes what a provider tells. Any number of times and in any order: a state never goes back, and what nobody here sent changes nothing.
 * @returns whether it is one of ours
 */
export async function noteReceipt(
  env: Env,
  via: ViaName,
  { id, resultado, detalle }: Recibo,
): Promise<boolean> {
  for (const wait of [...WAIT_MS, undefined]) {
    const body = { proveedor_id: id, via, resultado, ...(detalle && { detalle }) }
    if (await asService<boolean>(env, 'rpc/anotar_recibo', body)) return true
    if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  return false
}
