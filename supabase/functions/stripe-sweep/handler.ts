import { asService, assertService } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { answering, json } from '../_shared/refusal.ts'
import { openStripe } from '../_shared/stripe.ts'
import { endSubscription } from '../_shared/subscriptions.ts'

/**
 * Makes the handler of `stripe-sweep`, which the host calls every few minutes with its own key: ends at the provider what
 * deleted accounts were still paying.
 * @returns 200 `{ ended, waiting }`, 403 for everybody else, 501 without payment keys
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    assertService(env, request)
    const stripe = openStripe(env)
    const waiting = await asService<string[]>(env, 'rpc/suscripciones_por_cancelar', {})
    let ended = 0
    for (const externa of waiting) {
      try {
        await endSubscription(stripe, externa)
        await asService(env, 'rpc/suscripcion_cancelada', { externa })
        ended++
      } catch {
        // It stays noted and is tried again in some minutes; the others must not wait for it.
      }
    }
    return json(200, { ended, waiting: waiting.length - ended })
  })
}
