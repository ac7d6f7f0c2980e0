import type { Env } from '../env.ts'
import type { Envio, Resultado, Secretos } from '../envio.ts'

/** How long handing one over may take. */
export const HAND_OVER_MS = 10_000

/** One way to reach somebody. */
export interface Via {
  /**
   * Whether its provider, or the device, tells the same message by its key when it comes twice. Of one that cannot, so many as are with it and
   * not yet noted may come twice where the sender dies: the next one is handed over once an earlier one is noted.
   */
  knowsRepeats: boolean
  /** Hands one over. What it throws counts as `por_repetir`. */
  deliver(envio: Envio, secretos: Secretos): Promise<Resultado>
}

/** @returns undefined where the operator has not set this way up */
export type OpenVia = (env: Env) => Via | undefined

/** The provider has it, which is no word of its having arrived. @param proveedor_id by which its webhooks name the message */
export const taken = (proveedor_id?: string): Resultado => ({
  resultado: 'enviada',
  ...(proveedor_id && { proveedor_id }),
})
export const again: Resultado = { resultado: 'por_repetir' }
/** It will never arrive this way. @param detalle the reason, in Spanish, for her */
export const failed = (detalle: string): Resultado => ({ resultado: 'fallida', detalle })

/** Origin of the pages, without a slash at the end. */
export const siteOf = (env: Env) => (env('SITE_URL') ?? '').replace(/\/+$/, '')

/** Where providers reach the functions: behind the site on our server, at the project's own address elsewhere. */
export const functionsOf = (env: Env) =>
  (env('FUNCTIONS_URL') ?? `${env('SUPABASE_URL') ?? ''}/functions/v1`).replace(/\/+$/, '')

/** A JSON answer; undefined where it is none. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
