import { ask, askAuth } from '../../lib/api/ask.ts'
import { cameByLink } from '../../lib/session/retorno.ts'

/** What the link of a registration brought along, after the `#`. */
export type Confirmacion = {
  /** The secret of the link; null where the service sends none along, as hosted Supabase, which confirms by itself. */
  tokenHash: string | null
  /** Whether the address is confirmed: a button was pressed before, or the service needs none. */
  confirmed: boolean
  /** No link led here: the page was opened by hand, and nothing is known of any address. */
  byHand: boolean
}

/** Reads the fragment that our auth server adds (docs/api.md, "Mailed links"), or the code of a service that adds none. */
export function readConfirmacion(address: { search: string; hash: string }): Confirmacion {
  const params = new URLSearchParams(address.hash.slice(1))
  const tokenHash = params.get('token_hash')
  return {
    tokenHash,
    confirmed: tokenHash === null || params.has('message'),
    byHand: !cameByLink(address),
  }
}

/**
 * Whether the person signed in on this device is the one who registered: then the link brought the session along. Where
 * the service sends no secret, also with another session on the device.
 */
export function isHerRegistro({ tokenHash, confirmed }: Confirmacion, entroPorEnlace: boolean): boolean {
  return tokenHash === null || (!confirmed && entroPorEnlace)
}

/**
 * Confirms the address of a registration. It signs nobody in: the link alone does not show who registered.
 *
 * @throws ServiceError `otp_expired` for a link that is spent
 */
export async function confirmCorreo(tokenHash: string): Promise<void> {
  await ask((db) => db.auth.verifyOtp({ type: 'signup', token_hash: tokenHash }))
}

/**
 * «No fui yo»: erases the registration that somebody made with her address, as long as nobody has entered it. supabase-js has
 * no such call.
 *
 * @throws ServiceError `otp_expired` when there is none any more, or somebody has entered it
 */
export async function rejectRegistro(tokenHash: string): Promise<void> {
  await askAuth('verify/refuse', { token_hash: tokenHash }, { signedIn: false })
}
