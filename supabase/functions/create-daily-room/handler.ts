import { issue, reserve } from './issue.ts'
import { Refusal } from './refusal.ts'
import { makeRoom } from './rooms.ts'

/** Reads one setting of the host: Deno's environment on Supabase, the server's settings on one machine. */
export type Env = (name: string) => string | undefined

/** How long an address opens its room. Decision 17: it expires; security goals: after 24 hours at the latest. */
const LIFETIME_SECONDS = 2 * 3600

/**
 * Makes the handler of `create-daily-room`: no payload, answers `{ url }` of a room of its own that expires.
 * @returns 200 `{ url }`; 401 without a member's token, 403 for an account that was not admitted, 405 for another method,
 *   429 above five an hour (with `Retry-After`), 502 where the room's provider failed; refusals as `{ error }`
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'Usa POST.')
      const member = await reserve(env, request)
      const expires = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS
      const url = await makeRoom(env, expires)
      await issue(env, { url, member, expires })
      return json(200, { url })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return json(error.status, { error: error.message }, error.headers)
    }
  }
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}
