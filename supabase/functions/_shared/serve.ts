/** The part of Supabase's runtime that is used here. */
declare const Deno: {
  serve(handler: (request: Request) => Promise<Response>): void
  env: { get(name: string): string | undefined }
}

const CORS = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-region',
  vary: 'Origin',
}

/**
 * Which pages may call: the site's; all, as Supabase's own functions let them, where nobody has said which it is. A call carries a
 * token and never a cookie, so another page can do no more than anyone with the token.
 */
function originOf(site: string | undefined): string {
  return site && URL.canParse(site) ? new URL(site).origin : '*'
}

/**
 * Serves a handler on Supabase's own runtime: settings from Deno's environment, and the site's pages may call it. On one
 * machine the server does both by itself and asks only for the handler.
 */
export function serve(
  createHandler: (env: (name: string) => string | undefined) => (request: Request) => Promise<Response>,
): void {
  const env = (name: string) => Deno.env.get(name)
  const handle = createHandler(env)
  const headers = { ...CORS, 'access-control-allow-origin': originOf(env('SITE_URL')) }
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
    const response = await handle(request)
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  })
}
