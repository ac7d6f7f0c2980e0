import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

export const KEY = 'sk_test_of_the_operator'
export const WEBHOOK_SECRET = 'whsec_of_the_operator'
export const PRICES = { basico: 'price_basico', premium: 'price_premium' }

export type Trouble = 'hangs up' | 'hangs up after doing it' | 'answers 500' | 'sends no JSON'

interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  url: string | null
  subscription: string | null
  customer: string | null
  success_url: string
  asked: URLSearchParams
}

interface Subscription {
  id: string
  object: 'subscription'
  status: string
  customer: string
  metadata: Record<string, string>
  cancel_at_period_end: boolean
  items: { data: { price: { id: string }; current_period_end: number }[] }
}

interface Asked {
  method: string
  path: string
  params: URLSearchParams
  key: string | undefined
}

const MONTH_SECONDS = 30 * 24 * 3600
const now = () => Math.floor(Date.now() / 1000)

/**
 * A fake of Stripe on this machine, with as much of its protocol as the payment functions use: sessions, subscriptions,
 * prices, products, the portal, idempotency keys, and signed events. Its payment page takes no real money.
 */
export class LocalStripe {
  readonly sessions = new Map<string, Session>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly products = new Map([
    ['prod_basico', { id: 'prod_basico', object: 'product', statement_descriptor: null as string | null }],
    ['prod_premium', { id: 'prod_premium', object: 'product', statement_descriptor: null as string | null }],
  ])
  /** What the operator has set up there for each plan. */
  readonly prices = new Map([
    [PRICES.basico, monthly(PRICES.basico, 7_900, 'prod_basico')],
    [PRICES.premium, monthly(PRICES.premium, 19_900, 'prod_premium')],
  ])
  readonly asked: Asked[] = []
  /** Customers that were deleted at the provider's. */
  readonly forgotten = new Set<string>()
  /** Faults for the next requests to a path. */
  trouble: { what: Trouble; path: RegExp; times: number } | undefined
  /** Where events go. */
  webhook = ''
  url = ''

  private readonly answers = new Map<string, { params: string; answer: unknown }>()
  private readonly signer = new Stripe(KEY)
  private readonly server = createServer((request, response) => void this.handle(request, response))

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  /** An event as the provider would send it now. */
  event(type: string, object: unknown): string {
    return JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data: { object },
    })
  }

  sign(payload: string, { secret = WEBHOOK_SECRET, timestamp = now() } = {}): string {
    return this.signer.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  }

  /** Sends an event; the answer is the status that our side gave. */
  async deliver(payload: string, signature = this.sign(payload)): Promise<number> {
    const response = await fetch(this.webhook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
    return response.status
  }

  /** She pays a session: a subscription begins. The events are returned, not sent. */
  pay(sessionId: string): string[] {
    const session = this.sessions.get(sessionId)!
    const id = `sub_${randomUUID().slice(0, 8)}`
    session.status = 'complete'
    session.url = null
    session.subscription = id
    session.customer ??= `cus_${randomUUID().slice(0, 8)}`
    const metadata: Record<string, string> = {}
    for (const [name, value] of session.asked) {
      const key = /^subscription_data\[metadata\]\[(\w+)\]$/.exec(name)?.[1]
      if (key) metadata[key] = value
    }
    this.subscriptions.set(id, {
      id,
      object: 'subscription',
      status: 'active',
      customer: session.customer,
      metadata,
      cancel_at_period_end: false,
      items: {
        data: [
          {
            price: { id: session.asked.get('line_items[0][price]')! },
            current_period_end: now() + MONTH_SECONDS,
          },
        ],
      },
    })
    return [
      this.event('customer.subscription.created', { ...this.subscriptions.get(id)!, status: 'incomplete' }),
      this.event('checkout.session.completed', { ...session, asked: undefined }),
      this.invoice('invoice.paid', id),
    ]
  }

  invoice(type: 'invoice.paid' | 'invoice.payment_failed', subscription: string): string {
    return this.event(type, {
      id: `in_${randomUUID()}`,
      object: 'invoice',
      parent: { type: 'subscription_details', subscription_details: { subscription } },
    })
  }

  /** Something changes at the provider's; the event is returned, not sent. */
  change(id: string, change: Partial<Subscription>): string {
    const subscription = Object.assign(this.subscriptions.get(id)!, change)
    const type = subscription.status === 'canceled' ? 'deleted' : 'updated'
    return this.event(`customer.subscription.${type}`, { ...subscription })
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += chunk
    const { pathname, searchParams } = new URL(request.url!, this.url)
    if (pathname.startsWith('/pagar/')) return this.page(request, response, pathname)

    const params = new URLSearchParams(text || searchParams)
    const key = request.headers['idempotency-key'] as string | undefined
    this.asked.push({ method: request.method!, path: pathname, params, key })
    if (request.headers.authorization !== `Bearer ${KEY}`)
      return send(response, 401, failure('invalid_api_key'))

    const trouble =
      this.trouble?.path.test(pathname) && this.trouble.times-- > 0 ? this.trouble.what : undefined
    if (trouble === 'hangs up') return void request.socket.destroy()
    if (trouble === 'answers 500') return send(response, 500, failure('api_error'))
    if (trouble === 'sends no JSON') return void response.end('<html>')

    const known = key === undefined ? undefined : this.answers.get(key)
    if (known && known.params !== params.toString())
      return send(response, 400, { error: { type: 'idempotency_error', message: 'other parameters' } })
    const answer = known?.answer ?? this.answer(request.method!, pathname, params)
    if (key !== undefined && answer) this.answers.set(key, { params: params.toString(), answer })
    if (trouble === 'hangs up after doing it') return void request.socket.destroy()
    send(response, answer ? 200 : 404, answer ?? failure('resource_missing'))
  }

  private answer(method: string, path: string, params: URLSearchParams): unknown {
    const [, , kind, id = '', action] = path.split('/')
    switch (
      `${method} ${kind} ${action ?? (kind === 'checkout' || kind === 'billing_portal' ? '' : id && 'one')}`
    ) {
      case 'POST checkout ':
        return this.openSession(params)
      case 'GET prices one':
        return this.price(id)
      case 'POST products one':
        return Object.assign(this.products.get(id) ?? {}, Object.fromEntries(params))
      case 'POST billing_portal ':
        return {
          id: 'bps_1',
          object: 'billing_portal.session',
          url: `${this.url}/pagar/portal/${params.get('customer')}`,
        }
      case 'GET subscriptions one':
        return this.subscriptions.get(id)
      case 'DELETE subscriptions one': {
        const subscription = this.subscriptions.get(id)
        // Ending it twice is "no such subscription", as there.
        if (!subscription || subscription.status === 'canceled') return undefined
        return Object.assign(subscription, { status: 'canceled' })
      }
      default:
        return this.knownSession(method, path)
    }
  }

  private openSession(params: URLSearchParams): unknown {
    if (this.forgotten.has(params.get('customer') ?? '')) return undefined
    const id = `cs_test_${randomUUID().slice(0, 8)}`
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      url: `${this.url}/pagar/${id}`,
      subscription: null,
      customer: params.get('customer'),
      success_url: params.get('success_url')!,
      asked: params,
    }
    this.sessions.set(id, session)
    return { ...session, asked: undefined }
  }

  private knownSession(method: string, path: string): unknown {
    const [, id, expire] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? []
    const session = this.sessions.get(id ?? '')
    if (!session || (method === 'POST') !== Boolean(expire)) return undefined
    if (expire) Object.assign(session, { status: 'expired', url: null })
    return { ...session, asked: undefined }
  }

  private price(id: string): unknown {
    const price = this.prices.get(id)
    return price && { ...price, product: this.products.get(price.product) }
  }

  /** The payment page in the browser: one button, which pays, tells us, and leads back. */
  private async page(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const session = this.sessions.get(pathname.slice('/pagar/'.length))
    if (!session) return void response.end('<h1>Portal del proveedor</h1>')
    if (request.method === 'POST') {
      for (const payload of this.pay(session.id)) await this.deliver(payload)
      return void response.writeHead(303, { location: session.success_url }).end()
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="es"><title>Pago</title><link rel="icon" href="data:,"><form method="post"><button>Pagar</button></form></html>`,
    )
  }
}

function monthly(id: string, unit_amount: number | null, product: string) {
  const recurring: { interval: string; interval_count: number } | null = {
    interval: 'month',
    interval_count: 1,
  }
  return { id, object: 'price', active: true, currency: 'mxn', unit_amount, recurring, product }
}

function failure(code: string) {
  return {
    error: {
      type: code === 'api_error' ? 'api_error' : 'invalid_request_error',
      code,
      message: `test: ${code}`,
    },
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
  response.end(JSON.stringify(body))
}
