import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
// The package brings no types; what is used of it is named below.
// @ts-expect-error
import OidcProvider from 'oidc-provider'

/** Who signs in at the provider, and what it says of her. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

interface GrantContext {
  oidc: {
    client: { clientId: string }
    session: { accountId: string }
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> } }
  }
}

/** An OpenID Connect provider on this machine, for tests; every browser is its one person, and is asked nothing. */
export class LocalIdentityProvider {
  static readonly client = { client_id: 'amparo', client_secret: 'a secret' }

  private constructor(
    private readonly server: Server,
    /** Its address, which is also its name. */
    readonly issuer: string,
    private readonly privateKey: CryptoKey,
    public person: Person,
  ) {}

  /** @param redirectUri where answers go: the callback of the API under test */
  static async start(redirectUri: string): Promise<LocalIdentityProvider> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const local = new LocalIdentityProvider(server, issuer, privateKey, { sub: 'nobody' })
    const oidc = new OidcProvider(issuer, {
      clients: [{ ...LocalIdentityProvider.client, redirect_uris: [redirectUri] }],
      jwks: { keys: [jwk] },
      cookies: { keys: ['a key for tests'] },
      features: { devInteractions: { enabled: false } },
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: false,
      findAccount: (_context: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ ...local.person, sub }),
      }),
      // Nobody is asked for consent: the tests are about who she is.
      async loadExistingGrant({ oidc: { client, session, provider } }: GrantContext) {
        const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    const answer = oidc.callback()
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return answer(request, response)
      void oidc.interactionFinished(request, response, { login: { accountId: local.person.sub } })
    })
    return local
  }

  /** An identity token about its person, as the provider signs them. */
  signIdToken(claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> {
    return new SignJWT({ iss: this.issuer, aud: 'amparo', ...this.person, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(this.privateKey)
  }

  stop(): void {
    this.server.close()
    this.server.closeAllConnections()
  }
}
