import type Stripe from 'stripe'
import { asService } from './api.ts'
import type { Env } from './env.ts'
import { isMissing, planOf } from './stripe.ts'

type Estado = 'pendiente' | 'activa' | 'vencida' | 'cancelada'

/** What the provider's states mean here. A member who has not paid keeps every safety feature and loses the rest. */
const ESTADOS: Record<string, Estado> = {
  active: 'activa',
  trialing: 'activa',
  incomplete: 'pendiente',
  past_due: 'vencida',
  unpaid: 'vencida',
  paused: 'vencida',
  canceled: 'cancelada',
  incomplete_expired: 'cancelada',
}

/** A renewal is charged an hour after its period began, and its news may be late: nobody loses her plan in between. */
const GRACE_SECONDS = 3 * 24 * 3600

/**
 * Asks the provider how a subscription stands now and writes that down. Events therefore may come twice, late or in any
 * order: each only says that it is time to ask.
 *
 * @returns whether it is one of ours
 * @throws the error that prevented the request or the write: then the provider sends the event again
 */
export async function syncSubscription(env: Env, stripe: Stripe, id: string): Promise<boolean> {
  const asked = new Date()
  const subscription = await stripe.subscriptions.retrieve(id).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  const item = subscription?.items.data[0]
  const plan = planOf(env, item?.price.id)
  if (!subscription || !item || !plan) return false

  // A cancelled subscription is not renewed.
  const grace = subscription.cancel_at_period_end ? 0 : GRACE_SECONDS
  const outcome = await asService<string>(env, 'rpc/anotar_suscripcion', {
    datos: {
      suscripcion: subscription.id,
      cliente: typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id,
      usuaria: uuidIn(subscription.metadata.usuaria),
      pago: uuidIn(subscription.metadata.pago),
      plan,
      estado: ESTADOS[subscription.status] ?? 'vencida',
      vigente_hasta: new Date((item.current_period_end + grace) * 1000).toISOString(),
      cancela_al_final: subscription.cancel_at_period_end,
      preguntada_en: asked.toISOString(),
    },
  })
  // She deleted her account while she was paying.
  if (outcome === 'sin_cuenta' && subscription.status !== 'canceled') await endSubscription(stripe, id)
  return outcome !== 'ajena'
}

/** Ends a subscription at once; one that has ended already, or never was, is no failure. */
export async function endSubscription(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

function uuidIn(text: string | undefined): string | null {
  return text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? text : null
}
