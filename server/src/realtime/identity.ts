import { identify } from '../core/identity.ts'
import { type TokenClaims, TokenError, type Tokens } from '../core/tokens.ts'
import { arrayElement, type Reader } from './readers.ts'

/** Who holds a channel: what her token says, in the forms that the door needs. */
export interface Holder extends Reader {
  token: string
  /** Seconds since 1970; undefined for the keys of the installation, which do not expire. */
  expiresAt?: number
  /** The account, if the token is a person's. */
  userId?: string
  /** The session that the token belongs to; when it ends, so does everything that hangs on it. */
  sessionId?: string
}

/** A token that was refused; the text follows Supabase Realtime's own, code first. */
export class HolderError extends Error {}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Reads a token.
 * @throws HolderError when it is forged, malformed or has expired
 */
export async function readHolder(tokens: Tokens, token: string): Promise<Holder> {
  try {
    const identity = await identify(tokens, {
      headers: { authorization: `Bearer ${token}` },
      method: 'GET',
      url: '/',
    })
    const claims = identity.claims as TokenClaims
    const text = JSON.stringify(claims)
    return {
      role: identity.role,
      claims: text,
      quotedClaims: arrayElement(text),
      token,
      expiresAt: claims.exp,
      userId: typeof claims.sub === 'string' ? claims.sub : undefined,
      sessionId:
        typeof claims.session_id === 'string' && UUID.test(claims.session_id) ? claims.session_id : undefined,
    }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw new HolderError(
      error.reason === 'expired'
        ? 'InvalidJWTToken: Token has expired'
        : 'JwtSignatureError: Failed to validate JWT signature',
    )
  }
}
