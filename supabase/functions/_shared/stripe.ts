import Stripe from 'stripe'
import type { Env } from './env.ts'
import { Refusal } from './refusal.ts'

export type Plan = 'basico' | 'premium'

export const PLANS: readonly Plan[] = ['basico', 'premium']
/** She is waiting for the page, and the host ends a function after 15 seconds. */
const PROVIDER_TIMEOUT_MS = 6_000

export const isPlan = (value: unknown): value is Plan => PLANS.includes(value as Plan)

const NOT_CONFIGURED = 'Configuración de Stripe pendiente'

/**
 * The provider's official client, in the form that runs on every host: web requests and web cryptography alone.
 *
 * @throws Refusal 501 where the operator has set no keys
 */
export function openStripe(env: Env): Stripe {
  const key = env('STRIPE_SECRET_KEY')
  if (!key) throw new Refusal(501, NOT_CONFIGURED)
  const { protocol, hostname, port } = new URL(env('STRIPE_API_URL') ?? 'https://api.stripe.com')
  return new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(),
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: PROVIDER_TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

/**
 * The price that is charged for a plan.
 *
 * @throws Refusal 501 where the operator has set none
 */
export function priceOf(env: Env, plan: Plan): string {
  const price = env(`STRIPE_PRICE_${plan.toUpperCase()}`)
  if (!price) throw new Refusal(501, NOT_CONFIGURED)
  return price
}

/** The plan that a price belongs to; undefined for a price that is none of ours. */
export function planOf(env: Env, price: string | undefined): Plan | undefined {
  return PLANS.find((plan) => price !== undefined && env(`STRIPE_PRICE_${plan.toUpperCase()}`) === price)
}

/** Whether the provider knows nothing of what was asked for. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

/** A failure of the provider as it may be logged: its own words can quote a key, its details name who pays. */
export function withoutDetails(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  return new Error(`the payment provider failed: ${[error.type, error.code].filter(Boolean).join(' ')}`)
}

/**
 * What she is told when the provider did not do what was asked; the operator reads the kind of failure.
 *
 * @throws Refusal 502, or what the work itself refused
 */
export async function orRefuse<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const plain = withoutDetails(error)
    if (plain === error) throw error
    console.error(plain instanceof Error ? plain.message : '')
    throw new Refusal(502, text)
  }
}
