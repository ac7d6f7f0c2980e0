import Stripe from 'stripe'
import { assertService } from '../_shared/api.ts'
import type { Env } from '../_shared/env.ts'
import { answering, json, Refusal } from '../_shared/refusal.ts'
import { isMissing, openStripe, PLANS, type Plan, priceOf, withoutDetails } from '../_shared/stripe.ts'

/** What the provider charges for a plan, or why that cannot be read. `amount` is in the currency's smallest unit; null where it is not one fixed sum. */
type Charged =
  | { amount: number | null; currency: string; interval: string | null; count: number; active: boolean }
  | { unread: 'unset' | 'unknown' | 'refused' | 'silent' }

/**
 * Makes the handler of `stripe-prices`, which the operator calls with the service key, to compare what is charged with what the screen
 * says (`tools/lib/precios.ts`).
 * @returns 200 with what is charged for each plan, 403 for everybody else, 501 without payment keys
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    assertService(env, request)
    const stripe = openStripe(env)
    const charged = await Promise.all(PLANS.map(async (plan) => [plan, await read(env, stripe, plan)]))
    return json(200, Object.fromEntries(charged))
  })
}

async function read(env: Env, stripe: Stripe, plan: Plan): Promise<Charged> {
  try {
    const { unit_amount, currency, recurring, active } = await stripe.prices.retrieve(priceOf(env, plan))
    const [interval, count] = [recurring?.interval ?? null, recurring?.interval_count ?? 1]
    return { amount: unit_amount, currency, interval, count, active }
  } catch (error) {
    if (error instanceof Refusal) return { unread: 'unset' }
    if (isMissing(error)) return { unread: 'unknown' }
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError)
      return { unread: 'refused' }
    const plain = withoutDetails(error)
    if (plain === error) throw error
    console.error(plain instanceof Error ? plain.message : '')
    return { unread: 'silent' }
  }
}
