import { createHash } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { allowInsecureRequests, type Configuration, discovery } from 'openid-client'
import type { IdentityProvider } from '../../config/serverConfig.ts'
import { ApiError } from '../../http/errors.ts'
import { OAuthError } from '../http.ts'
import type { ExternalIdentity } from './externalIdentity.ts'
import { plainConfiguration } from './plainProviders.ts'

/** How long a provider's answer is waited for, in seconds. */
const TIMEOUT_SECONDS = 8

/** The providers of identities that the settings name; each is asked about itself when it is first needed. */
export class IdentityProviders {
  private readonly known = new Map<string, Promise<Configuration>>()
  private readonly keys = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

  constructor(private readonly providers: readonly IdentityProvider[]) {}

  find(name: string): IdentityProvider | undefined {
    return this.providers.find((provider) => provider.name === name)
  }

  findByIssuer(issuer: string): IdentityProvider | undefined {
    return this.providers.find((provider) => provider.issuer === issuer)
  }

  /** How to speak with a provider. Source: OpenID Connect Discovery 1.0. */
  configuration(provider: IdentityProvider): Promise<Configuration> {
    const { name, issuer, clientId, clientSecret, plain } = provider
    let found = this.known.get(name)
    if (!found && plain) {
      found = Promise.resolve(plainConfiguration(provider, plain, TIMEOUT_SECONDS))
      this.known.set(name, found)
    }
    if (!found) {
      // The settings admit plain HTTP on this same machine alone.
      const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : []
      found = discovery(new URL(issuer), clientId, clientSecret, undefined, {
        execute,
        timeout: TIMEOUT_SECONDS,
      })
      this.known.set(name, found)
      // Who asks is told; what failed is not remembered, so that the next one asks again.
      found.catch(() => this.known.delete(name))
    }
    return found
  }

  /**
   * Reads an identity token that a client brought.
   * @throws OAuthError `invalid request` (forged, expired, for somebody else), `invalid nonce`
   */
  async readIdToken(
    provider: IdentityProvider,
    { token, nonce, accessToken }: { token: string; nonce?: string; accessToken?: string },
  ): Promise<ExternalIdentity> {
    const configuration = await this.configuration(provider)
    const { issuer, jwks_uri: address } = configuration.serverMetadata()
    let payload: JWTPayload
    try {
      ;({ payload } = await jwtVerify(token, this.keysAt(address ?? ''), {
        issuer,
        audience: provider.clientId,
        algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
        requiredClaims: ['sub', 'exp', 'iat'],
      }))
    } catch (error) {
      if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) throw error
      throw new OAuthError(400, 'invalid request', 'Bad ID token')
    }
    assertNonce(payload.nonce, nonce)
    assertAccessToken(payload.at_hash, accessToken)
    return toIdentity(provider, payload)
  }

  private keysAt(address: string): ReturnType<typeof createRemoteJWKSet> {
    const found =
      this.keys.get(address) ??
      createRemoteJWKSet(new URL(address), { timeoutDuration: TIMEOUT_SECONDS * 1000 })
    this.keys.set(address, found)
    return found
  }
}

/** A nonce is in both or in neither; the token may hold it as it is or as its hash. */
function assertNonce(claim: unknown, nonce: string | undefined): void {
  if (Boolean(claim) !== Boolean(nonce)) {
    throw new OAuthError(
      400,
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    )
  }
  if (!nonce) return
  const hash = createHash('sha256').update(nonce).digest('hex')
  if (claim !== hash && claim !== nonce) throw new OAuthError(400, 'invalid nonce', 'Nonces mismatch')
}

/** Source: OpenID Connect Core 1.0, section 3.1.3.6. */
function assertAccessToken(hash: unknown, accessToken: string | undefined): void {
  if (typeof hash !== 'string' || !accessToken) return
  const digest = createHash('sha256').update(accessToken).digest()
  if (digest.subarray(0, 16).toString('base64url') !== hash) {
    throw new OAuthError(400, 'invalid request', 'Access token does not belong to the ID token')
  }
}

/** @param claims of a token that has been checked */
export function toIdentity(provider: IdentityProvider, claims: Record<string, unknown>): ExternalIdentity {
  const text = (claim: unknown) =>
    typeof claim === 'string' && claim.trim() ? claim.trim().slice(0, 255) : undefined
  const subject = text(claims.sub)
  if (!subject) throw new ApiError(400, 'bad_oauth_callback', 'Provider did not say who it is')
  return {
    provider: provider.name,
    issuer: provider.issuer,
    subject,
    email: text(claims.email)?.toLowerCase(),
    // Some providers send it as text.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: text(claims.name),
  }
}
