import type Stripe from 'stripe'
import type { Env } from '../_shared/env.ts'

/** Prices whose product carries the descriptor; asked once while the function lives. */
const settled = new Set<string>()

/**
 * Makes sure that her bank statement says what the operator chose and nothing else. For subscriptions the provider takes
 * that text from the product. Where it cannot be set there is no checkout: a statement that names this app could be read
 * by the people she lives with.
 *
 * @see Stripe API reference, Product, `statement_descriptor` («only used for subscription payments»)
 */
export async function ensureDescriptor(env: Env, stripe: Stripe, price: string): Promise<void> {
  const wanted = env('STRIPE_STATEMENT_DESCRIPTOR')
  if (!wanted || settled.has(`${price} ${wanted}`)) return
  const { product } = await stripe.prices.retrieve(price, { expand: ['product'] })
  const known = typeof product === 'string' || product.deleted ? null : product
  if (known?.statement_descriptor !== wanted) {
    await stripe.products.update(typeof product === 'string' ? product : product.id, {
      statement_descriptor: wanted,
    })
  }
  settled.add(`${price} ${wanted}`)
}
