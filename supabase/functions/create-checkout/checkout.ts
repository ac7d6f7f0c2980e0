import Stripe from 'stripe'
import { ApiFailure, asService } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { Refusal } from '../_shared/refusal.ts'
import { isMissing, type Plan } from '../_shared/stripe.ts'
import type { CheckoutState } from './checkoutState.ts'

const ALREADY_THERE = '23505'

/**
 * The payment page for a plan. A checkout that she has begun is taken up again rather than doubled: from two tabs, after a
 * lost connection or a day later she comes to the same page, or, if she chose another plan, the older one closes first.
 *
 * @throws Refusal 409 where she has just paid, or is opening another one this very moment
 */
export async function openCheckout(
  env: Env,
  stripe: Stripe,
  state: CheckoutState,
  plan: Plan,
  price: string,
): Promise<string> {
  const { pendiente } = state
  const again = pendiente && (await takeUp(env, stripe, pendiente, plan))
  if (again?.url) return again.url

  const id = again?.id ?? (await begin(env, state.usuaria, plan))
  const session = await create(env, stripe, state, { id, plan, price })
  if (!session.url) throw new Refusal(502, 'No se pudo abrir el pago. No se hizo ningún cargo.')
  await change(env, id, { pago_externo: session.id })
  return session.url
}

async function create(
  env: Env,
  stripe: Stripe,
  state: CheckoutState,
  row: { id: string; plan: Plan; price: string },
): Promise<Stripe.Checkout.Session> {
  const { usuaria, cliente } = state
  const { id, plan, price } = row
  try {
    return await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        // Her e-mail address is not handed over: she types one for the receipt on the provider's page.
        client_reference_id: id,
        ...(cliente && { customer: cliente }),
        metadata: { pago: id },
        subscription_data: { metadata: { usuaria, pago: id } },
        locale: 'es-419',
        success_url: `${env('SITE_URL')}/payment-success?plan=${plan}`,
        cancel_url: `${env('SITE_URL')}/pricing`,
      },
      // Two requests at once, or a second one after a lost answer, get one and the same session.
      { idempotencyKey: `pago-${id}-${cliente ?? 'nueva'}` },
    )
  } catch (error) {
    // The provider deleted the customer since she last paid: she is made anew.
    if (state.cliente && isMissing(error)) return create(env, stripe, { ...state, cliente: null }, row)
    // The operator changed a price in between: the key belongs to what was asked for then. The next try begins anew.
    if (error instanceof Stripe.errors.StripeIdempotencyError) await change(env, id, { estado: 'cancelada' })
    throw error
  }
}

/** The open page of a checkout, or at least its row, where both can still be used for this plan. */
async function takeUp(
  env: Env,
  stripe: Stripe,
  { id, plan, pago }: NonNullable<CheckoutState['pendiente']>,
  wanted: Plan,
): Promise<{ id: string; url?: string } | null> {
  const session = pago === null ? null : await retrieve(stripe, pago)
  if (session?.status === 'complete') {
    throw new Refusal(409, 'Tu pago se está confirmando. Espera un momento.')
  }
  if (plan === wanted) {
    if (session?.status === 'open' && session.url) return { id, url: session.url }
    if (pago === null) return { id }
  }
  if (session?.status === 'open') await stripe.checkout.sessions.expire(session.id)
  await change(env, id, { estado: 'cancelada' })
  return null
}

async function retrieve(stripe: Stripe, id: string) {
  try {
    return await stripe.checkout.sessions.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** A row for a new checkout; the database allows one open at a time. */
async function begin(env: Env, user_id: string, plan: Plan): Promise<string> {
  const id = crypto.randomUUID()
  try {
    await asService(env, 'suscripciones', { id, user_id, plan })
    return id
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === ALREADY_THERE)) throw error
    // Another tab made the row a moment earlier: for the same plan both share it, and so the payment page.
    const [other] = await asService<{ id: string; plan: Plan }[]>(
      env,
      `suscripciones?user_id=eq.${user_id}&estado=eq.pendiente&select=id,plan`,
      undefined,
      { method: 'GET' },
    )
    if (other?.plan === plan) return other.id
    throw new Refusal(409, 'Ya estás abriendo un pago en otra pestaña. Espera un momento.')
  }
}

async function change(env: Env, id: string, row: { estado?: string; pago_externo?: string }): Promise<void> {
  // Only while it is open: what the provider has said meanwhile stays.
  await asService(env, `suscripciones?id=eq.${id}&estado=eq.pendiente`, row, { method: 'PATCH' })
}
