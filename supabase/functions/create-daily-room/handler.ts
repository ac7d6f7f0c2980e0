import type { Env } from '../_shared/env.ts'
import { answering, json } from '../_shared/refusal.ts'
import { createCall } from './calls.ts'
import { issue, reserve } from './issue.ts'

/** How long an address opens its call. It expires (docs/product.md#calls), after 24 hours at the latest. */
const LIFETIME_SECONDS = 2 * 3600

/**
 * Makes the handler of `create-daily-room`: no payload, answers `{ url }` of a new call that expires.
 * @returns 200 `{ url }`; 401 without a member's token, 403 for an account that was not admitted, is paused or expelled, 405 for
 *   another method, 429 above five an hour (with `Retry-After`), 502 where the call provider failed; refusals as `{ error }`
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    const member = await reserve(env, request)
    const expires = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS
    const url = await createCall(env, expires)
    await issue(env, { url, member, expires })
    return json(200, { url })
  })
}
