import { errors, jwtVerify, SignJWT } from 'jose'

/** Claims of an access token. Source: docs/auth.md#shapes. */
export interface TokenClaims {
  role: string
  sub?: string
  aud?: string | string[]
  exp?: number
  iat?: number
  iss?: string
  session_id?: string
  [claim: string]: unknown
}

/** Why a token was refused. Each door has its own words and status for it. */
export class TokenError extends Error {
  constructor(
    readonly reason: 'expired' | 'invalid',
    message: string,
  ) {
    super(message)
    this.name = 'TokenError'
  }
}

/** How many checked tokens are remembered, so that a busy client's signature is not computed with every request. */
const REMEMBERED = 10_000

/** Signs and checks the HS256 tokens of one installation. No other algorithm is accepted (RFC 8725, section 3.1). */
export class Tokens {
  private readonly key: Uint8Array
  private readonly checked = new Map<string, TokenClaims>()

  /** @param secret at least 32 bytes (RFC 7518, section 3.2) */
  constructor(secret: string) {
    this.key = new TextEncoder().encode(secret)
    if (this.key.length < 32) throw new RangeError('The JWT secret must have at least 32 bytes.')
  }

  /**
   * @param claims as they are to stand in the token; `iat` is added
   * @param lifetimeSeconds `exp` is now plus this; omitted for keys that do not expire
   */
  async sign(claims: TokenClaims, lifetimeSeconds?: number): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const token = new SignJWT({ ...claims, iat: claims.iat ?? now }).setProtectedHeader({
      alg: 'HS256',
      typ: 'JWT',
    })
    if (lifetimeSeconds !== undefined) token.setExpirationTime(now + lifetimeSeconds)
    return token.sign(this.key)
  }

  /**
   * @returns the claims of a token that is ours and has not expired
   * @throws TokenError `expired` or `invalid` (forged, another algorithm, not a token, no role)
   */
  async verify(token: string): Promise<TokenClaims> {
    const remembered = this.checked.get(token)
    if (remembered) {
      if (remembered.exp === undefined || remembered.exp > Date.now() / 1000) return remembered
      this.checked.delete(token)
      throw new TokenError('expired', 'JWT expired')
    }
    const claims = await this.check(token)
    if (this.checked.size >= REMEMBERED) {
      for (const oldest of this.checked.keys()) {
        this.checked.delete(oldest)
        break
      }
    }
    this.checked.set(token, claims)
    return claims
  }

  private async check(token: string): Promise<TokenClaims> {
    try {
      const { payload } = await jwtVerify(token, this.key, { algorithms: ['HS256'] })
      if (typeof payload.role !== 'string') throw new TokenError('invalid', 'JWT has no role')
      return payload as TokenClaims
    } catch (error) {
      if (error instanceof TokenError) throw error
      if (error instanceof errors.JWTExpired) throw new TokenError('expired', 'JWT expired')
      throw new TokenError('invalid', 'JWT is invalid')
    }
  }
}
