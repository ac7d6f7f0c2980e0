import { allowInsecureRequests, Configuration, fetchProtectedResource } from 'openid-client'
import type { IdentityProvider, PlainProvider } from '../../config/serverConfig.ts'
import { ApiError } from '../../http/errors.ts'
import type { ExternalIdentity } from './externalIdentity.ts'

// Providers that speak OAuth 2.0 without OpenID Connect: who somebody is stands behind an address of theirs, not in a signed token.

type Ask = (address: string) => Promise<unknown>
type Person = Pick<ExternalIdentity, 'subject' | 'email' | 'emailVerified' | 'name'>

interface Plain {
  /** Below the provider's address. */
  authorize: string
  token: string
  scopes: readonly string[]
  /** @param site the provider's address */
  read(ask: Ask, site: string): Promise<Person>
}

const PLAIN: Readonly<Record<PlainProvider, Plain>> = {
  // Source: GitHub Docs, "Authorizing OAuth apps", "Get the authenticated user", "List email addresses for the authenticated user".
  github: {
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    scopes: ['user:email'],
    async read(ask, site) {
      // An installation of one's own has its API below its address.
      const api = site === 'https://github.com' ? 'https://api.github.com' : `${site}/api/v3`
      const user = membersOf(await ask(`${api}/user`))
      const addresses = await ask(`${api}/user/emails`)
      const main = (Array.isArray(addresses) ? addresses : [])
        .map(membersOf)
        .find((one) => one.primary === true)
      return {
        subject: numberOf(user.id),
        email: textOf(main?.email),
        emailVerified: main?.verified === true,
        name: textOf(user.name) ?? textOf(user.login),
      }
    },
  },
  // Source: Discord Developer Documentation, "OAuth2", "User Object".
  discord: {
    authorize: '/api/oauth2/authorize',
    token: '/api/oauth2/token',
    scopes: ['email', 'identify'],
    async read(ask, site) {
      const user = membersOf(await ask(`${site}/api/users/@me`))
      return {
        subject: numberOf(user.id),
        email: textOf(user.email),
        emailVerified: user.verified === true,
        name: textOf(user.global_name) ?? textOf(user.username),
      }
    },
  },
}

/** What is asked for always. */
export function scopesOf(provider: PlainProvider): readonly string[] {
  return PLAIN[provider].scopes
}

/** How to speak with one; nothing is asked of it for that. */
export function plainConfiguration(
  { issuer, clientId, clientSecret }: IdentityProvider,
  plain: PlainProvider,
  timeoutSeconds: number,
): Configuration {
  const { authorize, token } = PLAIN[plain]
  const server = { issuer, authorization_endpoint: issuer + authorize, token_endpoint: issuer + token }
  const configuration = new Configuration(server, clientId, clientSecret)
  configuration.timeout = timeoutSeconds
  // The settings admit plain HTTP on this same machine alone.
  if (issuer.startsWith('http:')) allowInsecureRequests(configuration)
  return configuration
}

/**
 * Asks who holds an access token.
 * @throws ApiError 400 `bad_oauth_callback` where it does not say; what keeps it from answering
 */
export async function readPlain(
  { name, issuer }: IdentityProvider,
  plain: PlainProvider,
  configuration: Configuration,
  accessToken: string,
): Promise<ExternalIdentity> {
  const ask: Ask = async (address) => {
    const answer = await fetchProtectedResource(configuration, accessToken, new URL(address), 'GET')
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return answer.json()
  }
  const person = await PLAIN[plain].read(ask, issuer)
  if (!person.subject) throw new ApiError(400, 'bad_oauth_callback', 'Provider did not say who it is')
  return { provider: name, issuer, ...person, email: person.email?.toLowerCase() }
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.trim().slice(0, 255) : undefined
}

/** A number of theirs, as one or as text; nothing else counts. */
function numberOf(value: unknown): string {
  return /^[1-9]\d{0,30}$/.test(String(value)) ? String(value) : ''
}
