import type Stripe from 'stripe'
import { asService, rpcAsMember } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { answering, json, Refusal } from '../_shared/refusal.ts'
import { isPlan, openStripe, orRefuse, priceOf } from '../_shared/stripe.ts'
import { syncSubscription } from '../_shared/subscriptions.ts'
import { openCheckout } from './checkout.ts'
import type { CheckoutState } from './checkoutState.ts'
import { ensureDescriptor } from './descriptor.ts'

/**
 * Makes the handler of `create-checkout`: `{ plan }` → `{ url }` of the provider's own payment page.
 * @returns 200 `{ url }`; 400 for another plan, 401 without a member's token, 403 for an account that was not admitted
 *   or is expelled, 409 where she has a subscription or has just paid, 429 above twenty an hour, 501 without payment keys, 502 where the
 *   provider failed; refusals as `{ error }`
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    const stripe = openStripe(env)
    // A body that is no JSON names no plan, which is refused below.
    const { plan } = ((await request.json().catch(() => null)) ?? {}) as { plan?: unknown }
    if (!isPlan(plan)) throw new Refusal(400, 'Ese plan no existe.')
    const price = priceOf(env, plan)
    const state = await rpcAsMember<CheckoutState>(env, request, 'pedir_pago')

    return orRefuse('No se pudo abrir el pago. No se hizo ningún cargo.', async () => {
      if (state.vigente) await refuseSecond(env, stripe, state.vigente.suscripcion)
      await ensureDescriptor(env, stripe, price)
      return json(200, { url: await openCheckout(env, stripe, state, plan, price) })
    })
  })
}

/** Nobody pays twice: asks the provider how the subscription that we know of stands, and goes on only if it has ended. */
async function refuseSecond(env: Env, stripe: Stripe, id: string): Promise<void> {
  await syncSubscription(env, stripe, id)
  const [row] = await asService<{ estado: string }[]>(
    env,
    `suscripciones?suscripcion_externa=eq.${encodeURIComponent(id)}&select=estado`,
    undefined,
    { method: 'GET' },
  )
  if (row?.estado === 'activa') throw new Refusal(409, 'Ya tienes una suscripción activa.')
  if (row?.estado === 'vencida')
    throw new Refusal(409, 'Tu suscripción tiene un pago pendiente. Actualiza tu tarjeta para continuar.')
}
