import { assertService } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { answering, json } from '../_shared/refusal.ts'
import { Sender } from './round.ts'

/** Supabase's runtime ends an instance once it has answered, unless it is told what to wait for. Node goes on by itself. */
const { EdgeRuntime } = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } }

/**
 * Makes the handler of `alarma`, which the host calls with the service key: our server whenever something becomes
 * due and every few seconds, hosted Supabase by pg_cron. Any number at once do no harm, since the database hands each
 * message to one of them. It answers once nothing is due or after some seconds; what a slow provider still has in hand ends after that.
 * @returns 200 `{ enviadas, por_repetir, fallidas, sin_salida, next }`, 502 with the same where some way took nothing at all, 403 for
 *   everybody else
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  const sender = new Sender(env)
  return answering(async (request) => {
    assertService(env, request)
    const result = await sender.round()
    EdgeRuntime?.waitUntil(sender.settled())
    return json(result.sin_salida.length > 0 ? 502 : 200, result)
  })
}
