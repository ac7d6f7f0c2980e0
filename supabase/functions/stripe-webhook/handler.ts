import Stripe from 'stripe'
import { asService } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { answering, json, Refusal } from '../_shared/refusal.ts'
import { openStripe, withoutDetails } from '../_shared/stripe.ts'
import { syncSubscription } from '../_shared/subscriptions.ts'

/**
 * Makes the handler of `stripe-webhook`: what the provider tells, signed by it. An event says only that something has
 * changed; how things stand is asked anew, so that replays and disorder do no harm.
 * @returns 200 for what was taken note of or concerns nobody here, 400 for what the provider did not sign (or signed more
 *   than five minutes ago), 501 without payment keys, 500 where it must be sent again
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    const stripe = openStripe(env)
    const event = await readEvent(env, stripe, request)
    try {
      await settle(env, stripe, event)
    } catch (error) {
      throw withoutDetails(error)
    }
    return json(200, { received: true })
  })
}

async function readEvent(env: Env, stripe: Stripe, request: Request): Promise<Stripe.Event> {
  const secret = env('STRIPE_WEBHOOK_SECRET')
  if (!secret) throw new Refusal(501, 'Configuración de Stripe pendiente')
  const body = await request.text()
  try {
    return await stripe.webhooks.constructEventAsync(
      body,
      request.headers.get('stripe-signature') ?? '',
      secret,
      undefined,
      Stripe.createSubtleCryptoProvider(),
    )
  } catch {
    throw new Refusal(400, 'La firma no es válida.')
  }
}

async function settle(env: Env, stripe: Stripe, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'checkout.session.expired':
      return giveUp(env, event.data.object.id)
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return sync(env, stripe, event.data.object.subscription)
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return sync(env, stripe, event.data.object.id)
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return sync(env, stripe, event.data.object.parent?.subscription_details?.subscription)
  }
}

async function sync(
  env: Env,
  stripe: Stripe,
  subscription: string | Stripe.Subscription | null | undefined,
): Promise<void> {
  const id = typeof subscription === 'object' ? subscription?.id : subscription
  if (id) await syncSubscription(env, stripe, id)
}

/** A payment page that nobody used in a day: she may begin another. */
async function giveUp(env: Env, session: string): Promise<void> {
  await asService(
    env,
    `suscripciones?pago_externo=eq.${encodeURIComponent(session)}&estado=eq.pendiente`,
    { estado: 'cancelada' },
    { method: 'PATCH' },
  )
}
