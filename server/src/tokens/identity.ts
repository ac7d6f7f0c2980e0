import type { IncomingHttpHeaders } from 'node:http'
import { type TokenClaims, TokenError, type Tokens } from './tokens.ts'

/** Who is asking, as the token says after its signature was checked, and what she asked; SQL can read all but the address. */
export interface Identity {
  /** `anon`, `authenticated` or `service_role`. */
  role: string
  /** The token's claims; `{ role: 'anon' }` for a visitor. */
  claims: Readonly<Record<string, unknown>>
  method?: string
  path?: string
  /** Request headers, lower case, without `authorization`, `apikey` and `cookie`. */
  headers?: Readonly<Record<string, string>>
  /** The network address that the request came from. */
  address?: string
  /** Whether what she asks must not write. */
  isReadOnly?: boolean
  /** Where names without a schema are looked up, as PostgreSQL's `search_path` has it; where it is not said, as for every request. */
  searchPath?: string
}

/** Roles that a token may ask for; any other (`postgres`, `supabase_auth_admin` …) is refused even if signed. */
const ROLES = new Set(['anon', 'authenticated', 'service_role'])
const SECRET_HEADERS = new Set(['authorization', 'apikey', 'cookie', 'proxy-authorization'])

/** The bearer token of a request: `Authorization`, else `apikey`; undefined for a request without key, a visitor. */
export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  const authorization = headers.authorization
  if (authorization !== undefined) {
    const match = /^Bearer\s+(\S+)\s*$/i.exec(authorization)
    if (!match) throw new TokenError('invalid', 'Authorization is not a bearer token')
    return match[1]
  }
  const apikey = headers.apikey
  return typeof apikey === 'string' && apikey !== '' ? apikey : undefined
}

/**
 * Who asks, from the request's headers.
 * @throws TokenError when a token is there but cannot be trusted
 */
export async function identify(
  tokens: Tokens,
  request: { headers: IncomingHttpHeaders; method: string; url: string; ip?: string },
): Promise<Identity> {
  const token = bearerToken(request.headers)
  const claims: TokenClaims = token === undefined ? { role: 'anon' } : await tokens.verify(token)
  if (!ROLES.has(claims.role)) throw new TokenError('invalid', 'JWT has an unknown role')
  return {
    role: claims.role,
    claims,
    method: request.method,
    path: request.url.split('?', 1)[0] ?? '/',
    headers: readableHeaders(request.headers),
    ...(request.ip === undefined ? {} : { address: request.ip }),
  }
}

function readableHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const readable: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !SECRET_HEADERS.has(name))
      readable[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return readable
}
