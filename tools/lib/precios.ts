import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Finding } from './doctor.ts'
import { root } from './run.ts'

/** What the screen says of the plans: their currency, and the sum of each a month. Of it the app is built (`brand.ts`). */
export const PROMISED = 'app/src/lib/installation/precios.json'
/** The function waits for Stripe for twelve seconds at most. */
const ANSWER_MS = 20_000

export type Price = {
  amount: number | null
  currency: string
  interval: string | null
  count: number
  active: boolean
}

export type Unread = { unread: 'unset' | 'unknown' | 'refused' | 'silent' }

/**
 * Whether Stripe charges what the screen promises, asked by the function `stripe-prices`.
 * @returns one for each plan; none where no payments are set up
 */
export async function comparePrices({
  url,
  serviceKey,
}: {
  url: string
  serviceKey: string
}): Promise<Finding[]> {
  const promised: { moneda: string } & Record<string, number> = JSON.parse(
    await readFile(path.join(root, PROMISED), 'utf8'),
  )
  const { moneda, ...plans } = promised
  let status: number = 0
  let charged: Record<string, Price | Unread> = {}
  try {
    const answer = await fetch(`${url}/functions/v1/stripe-prices`, {
      method: 'POST',
      headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    status = answer.status
    if (answer.ok) charged = await answer.json()
  } catch {
    // Nobody answered, or with something else: said below.
    status = 0
  }
  // Without keys there is nothing to compare; that a hosted project lacks the function is said where all of them are asked.
  if (status === 501 || status === 404) return []
  if (status !== 200) {
    const why = status === 0 ? 'la casa no contesta' : `la casa contesta ${status}`
    return [{ que: 'precios', bien: false, falta: `No se pudieron comparar: ${why}.` }]
  }
  return Object.entries(plans).map(([plan, price]) => {
    const falta = tellDifference(plan, { price, currency: moneda }, charged[plan])
    return { que: `precio ${plan}`, bien: falta === '', falta }
  })
}

/** What is wrong with a price, in words for the operator; empty where it is the promised one. */
export function tellDifference(
  plan: string,
  { price, currency }: { price: number; currency: string },
  charged: Price | Unread | undefined,
) {
  const setting = `STRIPE_PRICE_${plan.toUpperCase()}`
  if (!charged) return `No se pudo comparar: nadie dice cuánto cobra ${setting}.`
  if ('unread' in charged)
    return {
      unset: `Falta ${setting}.`,
      unknown: `Con esta clave, Stripe no conoce el precio de ${setting}.`,
      refused: 'STRIPE_SECRET_KEY no puede leerlo: Stripe la rechaza.',
      silent: 'No se pudo comparar: Stripe no contestó.',
    }[charged.unread]
  const isMonthly = charged.interval === 'month' && charged.count === 1
  if (
    charged.amount !== Math.round(price * partsOf(currency)) ||
    charged.currency !== currency.toLowerCase() ||
    !isMonthly
  )
    return `La página dice ${price} ${currency} al mes y Stripe cobra ${tellCharged(charged)}: cambia ${setting} o ${PROMISED}.`
  return charged.active ? '' : `El precio de ${setting} está archivado en Stripe: no se puede pagar.`
}

/** What Stripe takes whole; of all others its sums are hundredths. Source: docs.stripe.com/currencies, "Zero-decimal currencies". */
const UNDIVIDED = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])

/** In how many parts Stripe counts one of a currency. */
const partsOf = (currency: string) => (UNDIVIDED.has(currency.toUpperCase()) ? 1 : 100)

const INTERVALS: Readonly<Record<string, [one: string, more: string]>> = {
  day: ['al día', 'días'],
  week: ['a la semana', 'semanas'],
  month: ['al mes', 'meses'],
  year: ['al año', 'años'],
}

function tellCharged({ amount, currency, interval, count }: Price) {
  const sum = amount === null ? 'sumas que varían' : String(amount / partsOf(currency))
  const [one, more] = INTERVALS[interval ?? ''] ?? ['una sola vez', interval]
  return `${sum} ${currency.toUpperCase()} ${count === 1 ? one : `cada ${count} ${more}`}`
}
