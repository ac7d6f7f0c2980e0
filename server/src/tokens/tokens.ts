import { type CryptoKey, calculateJwkThumbprint, errors, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'

/** Claims of an access token. Source: docs/api.md#auth-shapes. */
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

/** Why a token was refused. Each API has its own words and status for it. */
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

/** Members of a JWK that everybody may know. Source: RFC 7517, RFC 7518 section 6. */
const PUBLIC_MEMBERS = ['kty', 'kid', 'use', 'alg', 'n', 'e', 'crv', 'x', 'y'] as const

/** Of claims that were checked: they are frozen, so that their text stays true. */
const texts = new WeakMap<object, string>()

/** The claims as JSON, put together once for a token that is remembered. */
export function claimsText(claims: object): string {
  return texts.get(claims) ?? JSON.stringify(claims)
}

interface KeyPair {
  kid: string
  alg: 'RS256' | 'ES256'
  /** As `/.well-known/jwks.json` shows it. */
  shown: JWK
  private: CryptoKey
  public: CryptoKey
}

/**
 * Signs and checks the tokens of one installation: HS256 with its secret, and RS256 or ES256 where the project names keys. A key
 * serves for its own algorithm alone, and no other is accepted (RFC 8725, section 3.1).
 */
export class Tokens {
  private readonly key: Uint8Array
  private readonly checked = new Map<string, TokenClaims>()
  private readonly pairs: Promise<KeyPair[]>

  /**
   * @param secret at least 32 bytes (RFC 7518, section 3.2)
   * @param keys private keys (JWK); the first one signs
   */
  constructor(secret: string, keys: readonly Record<string, unknown>[] = []) {
    this.key = new TextEncoder().encode(secret)
    if (this.key.length < 32) throw new RangeError('The JWT secret must have at least 32 bytes.')
    this.pairs = Promise.all(keys.map(readPair))
    // Signing or checking reports a key that cannot be read.
    this.pairs.catch(() => undefined)
  }

  /**
   * Tokens of accounts are signed with the project's key where there is one, the installation's own keys with its secret.
   * @param claims as they are to stand in the token; `iat` is added
   * @param lifetimeSeconds `exp` is now plus this; omitted for keys that do not expire
   */
  async sign(claims: TokenClaims, lifetimeSeconds?: number): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const [pair] = claims.sub === undefined ? [] : await this.pairs
    const token = new SignJWT({ ...claims, iat: claims.iat ?? now }).setProtectedHeader({
      alg: pair?.alg ?? 'HS256',
      ...(pair && { kid: pair.kid }),
      typ: 'JWT',
    })
    if (lifetimeSeconds !== undefined) token.setExpirationTime(now + lifetimeSeconds)
    return token.sign(pair?.private ?? this.key)
  }

  /** @returns the public halves of the project's keys, with which anybody can check a token (RFC 7517) */
  async publicKeys(): Promise<JWK[]> {
    return (await this.pairs).map(({ shown }) => shown)
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
      const pairs = await this.pairs
      const { payload } = await jwtVerify(
        token,
        ({ alg, kid }) => {
          if (alg === 'HS256') return this.key
          const pair = pairs.find((known) => known.kid === kid && known.alg === alg)
          if (!pair) throw new TokenError('invalid', 'JWT is invalid')
          return pair.public
        },
        { algorithms: ['HS256', ...pairs.map(({ alg }) => alg)] },
      )
      if (typeof payload.role !== 'string') throw new TokenError('invalid', 'JWT has no role')
      texts.set(freeze(payload), JSON.stringify(payload))
      return payload as TokenClaims
    } catch (error) {
      if (error instanceof TokenError) throw error
      if (error instanceof errors.JWTExpired) throw new TokenError('expired', 'JWT expired')
      throw new TokenError('invalid', 'JWT is invalid')
    }
  }
}

/** Every request with this token is given the same object: nobody may change what it says of her. */
function freeze(value: object): object {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) freeze(member)
  return Object.freeze(value)
}

async function readPair(key: Record<string, unknown>): Promise<KeyPair> {
  const alg = key.kty === 'RSA' ? 'RS256' : 'ES256'
  const kept = Object.fromEntries(
    PUBLIC_MEMBERS.map((name) => [name, key[name]]).filter(([, value]) => value),
  )
  const kid = typeof key.kid === 'string' ? key.kid : await calculateJwkThumbprint(kept as JWK)
  const shown = { ...kept, kid, alg, use: 'sig', key_ops: ['verify'] } as JWK
  const { key_ops: _operations, ...secret } = key
  return {
    kid,
    alg,
    shown,
    private: (await importJWK(secret as JWK, alg)) as CryptoKey,
    public: (await importJWK(kept as JWK, alg)) as CryptoKey,
  }
}
