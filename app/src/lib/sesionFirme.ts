/** Calls that answer with a session. */
const SESION = /\/auth\/v1\/(token|verify|signup|factors\/[^/]+\/verify)(\?|$)/
const RENOVAR = /[?&]grant_type=refresh_token/

/**
 * `fetch` for supabase-js, so that neither a wrong clock nor a crowded network ends a session:
 * - The end of an access token is named by the service's clock and compared with the device's. It is moved to the device's
 *   own; else a clock that runs ahead would have the token renewed before every request, and one that is slow, never.
 * - "Too many requests" for a renewal, which a shared network may cause, would have supabase-js forget the session; it is passed
 *   on as a service that cannot answer right now, after which supabase-js tries again.
 *
 * @param fetched what asks the service
 * @see auth-js, `_sessionResponse` and `_callRefreshToken`
 */
export function sesionFirme(fetched: typeof fetch = (...request) => fetch(...request)): typeof fetch {
  return async (input, init) => {
    const response = await fetched(input, init)
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    if (!SESION.test(url)) return response
    if (response.status === 429 && RENOVAR.test(url)) return new Response(null, { status: 503 })
    return response.ok ? enSuReloj(response) : response
  }
}

async function enSuReloj(response: Response): Promise<Response> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { expires_in?: unknown } | null
  if (typeof body?.expires_in !== 'number') return response
  const expires_at = Math.floor(Date.now() / 1000) + body.expires_in
  const { status, headers } = response
  return new Response(JSON.stringify({ ...body, expires_at }), { status, headers })
}
