import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { RunningServer } from '../server/src/start.ts'
import { plantInstallation } from '../server/testing/amparoServer.ts'
import { sayPrices, startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'
import { comparePrices, PROMISED, tellDifference } from '../tools/lib/precios.ts'
import { root } from '../tools/lib/run.ts'
import { KEY, LocalStripe, PRICES, type Trouble, WEBHOOK_SECRET } from './helpers/stripe.ts'

const DESCRIPTOR = 'SERVICIOS WEB'

let folder: string
let stripe: LocalStripe
let server: RunningServer
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-pagos-'))
  await chmod(folder, 0o711)
  stripe = await new LocalStripe().start()
  await plantInstallation(path.join(folder, 'data'))
  const started = await startAmparo({
    demo: true,
    staticDir: null,
    env: {
      AMPARO_DATA: path.join(folder, 'data'),
      PORT: String(await freePort()),
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_BASICO: PRICES.basico,
      STRIPE_PRICE_PREMIUM: PRICES.premium,
      STRIPE_STATEMENT_DESCRIPTOR: DESCRIPTOR,
      STRIPE_API_URL: stripe.url,
    },
  })
  server = started.server
  stripe.webhook = `${server.url}/functions/v1/stripe-webhook`
})
afterAll(async () => {
  await server?.stop()
  stripe?.stop()
  await rm(folder, { recursive: true, force: true })
})

const client = () =>
  createClient(server.url, server.config.secrets.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has none of its own.
    realtime: { transport: WebSocket as never },
  })

type Member = { id: string; supabase: SupabaseClient }

/** A new member, who has never paid. */
async function member(): Promise<Member> {
  const email = `${crypto.randomUUID()}@ejemplo.mx`
  const password = 'una-clave-bien-larga'
  await server.createUser({
    email,
    password,
    confirmed: true,
    metadata: { username: 'Ella', identidad_genero: 'mujer cis' },
  })
  const supabase = client()
  const { data, error } = await supabase.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { id: data.user.id, supabase }
}

async function call(name: string, { supabase }: Member, body?: object) {
  const { data, response } = await supabase.functions.invoke<{ url: string; error: string }>(name, { body })
  const answer = data ?? ((await response!.clone().json()) as { url?: string; error?: string })
  return { status: response!.status, ...answer }
}

const checkout = (ella: Member, plan: unknown = 'premium') =>
  call('create-checkout', ella, { plan: plan as string })
const sessionOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const plan = async ({ id, supabase }: Member) =>
  (await supabase.from('profiles').select('tipo_plan').eq('id', id).single()).data!.tipo_plan as string
const rows = async ({ supabase }: Member) =>
  (await supabase.from('suscripciones').select('*').order('creada_en')).data as Record<string, unknown>[]

/** Opens a checkout, pays, and delivers all the provider's events. */
async function subscribe(ella: Member): Promise<{ subscription: string; events: string[] }> {
  const { url } = await checkout(ella)
  const id = sessionOf(url!)
  const events = stripe.pay(id)
  for (const event of events) expect(await stripe.deliver(event)).toBe(200)
  return { subscription: stripe.sessions.get(id)!.subscription!, events }
}

beforeEach(() => {
  stripe.trouble = undefined
})

describe('a checkout', () => {
  it('is opened at the provider with her plan’s price, and nothing that names her', async () => {
    const ella = await member()
    const { status, url } = await checkout(ella)
    expect(status).toBe(200)
    expect(url).toMatch(new RegExp(`^${stripe.url}/pagar/cs_test_`))
    const asked = stripe.asked.findLast(({ path: where }) => where === '/v1/checkout/sessions')!.params
    expect(asked.get('mode')).toBe('subscription')
    expect(asked.get('line_items[0][price]')).toBe(PRICES.premium)
    expect(asked.get('success_url')).toBe(`${server.config.siteUrl}/payment-success?plan=premium`)
    expect([...asked.keys()].filter((key) => /mail|name|phone/.test(key))).toEqual([])
    expect(await rows(ella)).toMatchObject([
      { plan: 'premium', estado: 'pendiente', pago_externo: sessionOf(url!) },
    ])
    expect(await plan(ella)).toBe('basico')
    expect((await checkout(ella, 'basico')).url).not.toBe(url)
  })

  it('first makes her bank statement neutral, and is not opened where that fails', async () => {
    // Only this test's plan is checked; the other one was settled before.
    const ella = await member()
    const kept = server.config.functionSettings
    server.config.functionSettings = { ...kept, STRIPE_STATEMENT_DESCRIPTOR: 'OTRO TEXTO' }
    try {
      stripe.trouble = { what: 'answers 500', path: /products/, times: 9 }
      expect((await checkout(ella)).status).toBe(502)
      expect(await rows(ella)).toEqual([])
      stripe.trouble = undefined
      expect((await checkout(ella)).status).toBe(200)
      expect(stripe.products.get('prod_premium')!.statement_descriptor).toBe('OTRO TEXTO')
    } finally {
      server.config.functionSettings = kept
    }
  })

  it('is one, from two tabs at once, after a lost answer, and when she comes back', async () => {
    const ella = await member()
    stripe.trouble = { what: 'hangs up after doing it', path: /checkout/, times: 2 }
    expect((await checkout(ella)).status).toBe(502)
    const urls = (await Promise.all([checkout(ella), checkout(ella), checkout(ella)])).map(({ url }) => url)
    expect(new Set(urls).size).toBe(1)
    expect(await checkout(ella)).toMatchObject({ status: 200, url: urls[0] })
    expect(await rows(ella)).toHaveLength(1)
  })

  it('closes the older one when she chooses another plan', async () => {
    const ella = await member()
    const first = sessionOf((await checkout(ella, 'basico')).url!)
    const second = sessionOf((await checkout(ella, 'premium')).url!)
    expect(stripe.sessions.get(first)!.status).toBe('expired')
    expect(stripe.sessions.get(second)!.status).toBe('open')
    expect((await rows(ella)).map(({ estado }) => estado)).toEqual(['cancelada', 'pendiente'])
    // Nobody used it in a day.
    await stripe.deliver(stripe.event('checkout.session.expired', { id: second }))
    expect((await rows(ella)).map(({ estado }) => estado)).toEqual(['cancelada', 'cancelada'])
    expect((await checkout(ella)).status).toBe(200)
  })

  it('is refused to who pays already, has just paid, or owes', async () => {
    const ella = await member()
    const { url } = await checkout(ella)
    const events = stripe.pay(sessionOf(url!))
    expect(await checkout(ella)).toMatchObject({
      status: 409,
      error: 'Tu pago se está confirmando. Espera un momento.',
    })
    for (const event of events) await stripe.deliver(event)
    expect(await checkout(ella)).toMatchObject({ status: 409, error: 'Ya tienes una suscripción activa.' })
    const { subscription } = stripe.sessions.get(sessionOf(url!))!
    // Even where its news never came: the provider itself is asked.
    stripe.change(subscription!, { status: 'past_due' })
    expect((await checkout(ella)).status).toBe(409)
    stripe.change(subscription!, { status: 'canceled' })
    // A returning customer is recognised, unless the provider deleted her.
    const again = sessionOf((await checkout(ella)).url!)
    const { customer } = stripe.sessions.get(again)!
    expect(customer).toMatch(/^cus_/)
    expect(await plan(ella)).toBe('basico')
    await stripe.deliver(stripe.event('checkout.session.expired', { id: again }))
    stripe.forgotten.add(customer!)
    expect(stripe.sessions.get(sessionOf((await checkout(ella)).url!))!.customer).toBeNull()
  })

  it.each(['hangs up', 'answers 500', 'sends no JSON'] as Trouble[])(
    'where the provider %s, says so',
    async (what) => {
      const ella = await member()
      stripe.trouble = { what, path: /checkout/, times: 9 }
      expect(await checkout(ella)).toMatchObject({
        status: 502,
        error: 'No se pudo abrir el pago. No se hizo ningún cargo.',
      })
      stripe.trouble = undefined
      expect((await checkout(ella)).status).toBe(200)
    },
  )

  it('is for members alone, and for plans that exist', async () => {
    const ella = await member()
    expect((await checkout(ella, 'oro')).status).toBe(400)
    expect((await checkout(ella, { toString: 'premium' })).status).toBe(400)
    expect((await call('create-checkout', { id: '', supabase: client() }, { plan: 'premium' })).status).toBe(
      401,
    )
    const kept = server.config.functionSettings
    server.config.functionSettings = undefined
    try {
      expect(await checkout(ella)).toMatchObject({ status: 501, error: 'Configuración de Stripe pendiente' })
      expect((await call('create-portal', ella)).status).toBe(501)
      expect(await stripe.deliver(stripe.event('invoice.paid', {}))).toBe(501)
    } finally {
      server.config.functionSettings = kept
    }
  })
})

describe('what the provider tells', () => {
  it('gives her the plan, once, however often and in whatever order it comes', async () => {
    const ella = await member()
    const { subscription, events } = await subscribe(ella)
    expect(await plan(ella)).toBe('premium')
    const cancelled = stripe.change(subscription, { cancel_at_period_end: true })
    const failed = stripe.invoice('invoice.payment_failed', subscription)
    // Events replayed in reverse and at once: the state at the provider decides, not the last event.
    const storm = [cancelled, ...events, failed, ...events.toReversed(), cancelled]
    const answers = await Promise.all(storm.map((event) => stripe.deliver(event)))
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await rows(ella)).toMatchObject([
      { estado: 'activa', plan: 'premium', cancela_al_final: true, suscripcion_externa: subscription },
    ])
    expect(await plan(ella)).toBe('premium')

    const ended = stripe.change(subscription, { status: 'canceled' })
    expect(await stripe.deliver(ended)).toBe(200)
    expect(await plan(ella)).toBe('basico')
    // The event of her payment, delivered again long after.
    for (const event of events) expect(await stripe.deliver(event)).toBe(200)
    expect(await plan(ella)).toBe('basico')
  })

  it('takes the plan while a payment is missing, and gives it back', async () => {
    const ella = await member()
    const { subscription } = await subscribe(ella)
    for (const [status, expected] of [
      ['past_due', 'basico'],
      ['active', 'premium'],
      ['unpaid', 'basico'],
      ['active', 'premium'],
      ['paused', 'basico'],
    ] as const) {
      await stripe.deliver(stripe.change(subscription, { status }))
      expect(await plan(ella), status).toBe(expected)
    }
  })

  it('follows the price when she changes plans at the provider’s', async () => {
    const ella = await member()
    const { subscription } = await subscribe(ella)
    const [item] = stripe.subscriptions.get(subscription)!.items.data
    for (const [price, expected] of [
      [PRICES.basico, 'basico'],
      [PRICES.premium, 'premium'],
    ] as const) {
      await stripe.deliver(
        stripe.change(subscription, { items: { data: [{ ...item!, price: { id: price } }] } }),
      )
      expect(await rows(ella)).toMatchObject([{ plan: expected, estado: 'activa' }])
      expect(await plan(ella)).toBe(expected)
    }
  })

  it('is told again until it has been written', async () => {
    const ella = await member()
    const { url } = await checkout(ella)
    const [event] = stripe.pay(sessionOf(url!))
    for (const what of ['hangs up', 'answers 500', 'sends no JSON'] as const) {
      stripe.trouble = { what, path: /subscriptions/, times: 9 }
      expect(await stripe.deliver(event!), what).toBe(500)
    }
    stripe.trouble = undefined
    expect(await plan(ella)).toBe('basico')
    expect(await stripe.deliver(event!)).toBe(200)
    expect(await plan(ella)).toBe('premium')
  })

  it('counts only with its signature, made just now, over these very words', async () => {
    const ella = await member()
    const { url } = await checkout(ella)
    const [event] = stripe.pay(sessionOf(url!))
    const minute = 60
    const now = Math.floor(Date.now() / 1000)
    const forgeries: [string, string, string][] = [
      ['no signature', event!, ''],
      ['another secret', event!, stripe.sign(event!, { secret: 'whsec_guessed' })],
      ['an hour old', event!, stripe.sign(event!, { timestamp: now - 60 * minute })],
      ['other words', event!.replace('created', 'updated'), stripe.sign(event!)],
      ['a later time', event!, stripe.sign(event!).replace(/t=\d+/, `t=${now + 5}`)],
      ['the old scheme', event!, stripe.sign(event!).replace('v1=', 'v0=')],
      ['no JSON', '{', stripe.sign('{')],
      ['nothing', '', stripe.sign('')],
    ]
    for (const [what, payload, signature] of forgeries)
      expect(await stripe.deliver(payload, signature), what).toBe(400)
    expect(await plan(ella)).toBe('basico')
    const get = await fetch(stripe.webhook)
    expect(get.status).toBe(405)
  })

  it('about others, other prices or other things changes nothing', async () => {
    const [ella, otra] = [await member(), await member()]
    const { subscription } = await subscribe(ella)
    const foreign = {
      ...stripe.subscriptions.get(subscription)!,
      id: 'sub_foreign',
      customer: 'cus_foreign',
      metadata: {},
    }
    stripe.subscriptions.set('sub_foreign', foreign)
    const cheap = {
      ...foreign,
      id: 'sub_cheap',
      metadata: { usuaria: otra.id },
      items: { data: [{ price: { id: 'price_cheap' }, current_period_end: 9e9 }] },
    }
    stripe.subscriptions.set('sub_cheap', cheap)
    for (const event of [
      stripe.change('sub_foreign', {}),
      stripe.change('sub_cheap', {}),
      stripe.event('customer.subscription.updated', { id: 'sub_that_never_was' }),
      stripe.event('customer.created', { id: 'cus_1' }),
      stripe.event('checkout.session.completed', { id: 'cs_1', subscription: null }),
    ])
      expect(await stripe.deliver(event)).toBe(200)
    expect(await rows(otra)).toEqual([])
    expect(await plan(otra)).toBe('basico')
  })
})

describe('a member who leaves', () => {
  const sweep = (key = server.config.secrets.serviceRoleKey) =>
    fetch(`${server.url}/functions/v1/stripe-sweep`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    })

  it('does not go on paying', async () => {
    const ella = await member()
    const { subscription, events } = await subscribe(ella)
    await server.query('delete from auth.users where id = $1', [ella.id])
    expect((await sweep(server.config.secrets.anonKey)).status).toBe(403)
    stripe.trouble = { what: 'hangs up', path: /subscriptions/, times: 9 }
    expect(await (await sweep()).json()).toEqual({ ended: 0, waiting: 1 })
    expect(stripe.subscriptions.get(subscription)!.status).toBe('active')
    stripe.trouble = undefined
    expect(await (await sweep()).json()).toEqual({ ended: 1, waiting: 0 })
    expect(stripe.subscriptions.get(subscription)!.status).toBe('canceled')
    expect(await (await sweep()).json()).toEqual({ ended: 0, waiting: 0 })
    for (const event of events) expect(await stripe.deliver(event)).toBe(200)
  })

  it('not even where she leaves with the payment page open', async () => {
    const ella = await member()
    const { url } = await checkout(ella)
    await server.query('delete from auth.users where id = $1', [ella.id])
    const [event] = stripe.pay(sessionOf(url!))
    expect(await stripe.deliver(event!)).toBe(200)
    expect(stripe.subscriptions.get(stripe.sessions.get(sessionOf(url!))!.subscription!)!.status).toBe(
      'canceled',
    )
  })
})

it('her card and her cancelling are at the provider’s own page, hers alone', async () => {
  const [ella, otra] = [await member(), await member()]
  await subscribe(ella)
  const { url } = await call('create-portal', ella)
  const [row] = await rows(ella)
  expect(url).toBe(`${stripe.url}/pagar/portal/${row!.cliente_externo}`)
  expect((await call('create-portal', otra)).status).toBe(404)
})

it('a member who is expelled is sold nothing more, and may end what she pays', async () => {
  const [ella, otra] = [await member(), await member()]
  await subscribe(ella)
  await server.query(
    `insert into suspensiones (user_id, motivo, hasta, alcance)
     select id, 'x', 'infinity', 'expulsion' from unnest($1::uuid[]) id`,
    [[ella.id, otra.id]],
  )
  const [row] = await rows(ella)
  expect((await call('create-portal', ella)).url).toBe(`${stripe.url}/pagar/portal/${row!.cliente_externo}`)
  expect((await checkout(otra)).status).toBe(403)
  expect(await rows(otra)).toEqual([])
})

describe('what is charged and what the screen says', async () => {
  const { basico, premium: mensual, moneda } = JSON.parse(await readFile(path.join(root, PROMISED), 'utf8'))
  const target = () => ({ url: server.url, serviceKey: server.config.secrets.serviceRoleKey })
  const differences = async () =>
    (await comparePrices(target())).filter(({ bien }) => !bien).map(({ que, falta }) => `${que}: ${falta}`)
  const premium = () => stripe.prices.get(PRICES.premium)!
  const sums = { basico: basico * 100, premium: mensual * 100 }
  beforeEach(() => {
    for (const plan of ['basico', 'premium'] as const)
      Object.assign(stripe.prices.get(PRICES[plan])!, {
        ...{ unit_amount: sums[plan], currency: moneda.toLowerCase(), active: true },
        recurring: { interval: 'month', interval_count: 1 },
      })
  })

  it('are compared at the start, once for each plan', async () => {
    // A checkout asks for the product of a price besides.
    const asked = () =>
      stripe.asked
        .filter(({ path: where, params }) => where.startsWith('/v1/prices/') && params.size === 0)
        .map(({ path: where }) => where)
    const every = Object.values(PRICES).map((price) => `/v1/prices/${price}`)
    await vi.waitFor(() => expect(asked().sort()).toEqual(every.sort()))
  })

  it('agree: the doctor says so, and a start says nothing', async () => {
    expect(await comparePrices(target())).toEqual([
      { que: 'precio basico', bien: true, falta: '' },
      { que: 'precio premium', bien: true, falta: '' },
    ])
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    await sayPrices(server)
    expect(said).not.toHaveBeenCalled()
    said.mockRestore()
  })

  it.each([
    ['another sum', { unit_amount: mensual * 100 + 50 }, `${mensual + 0.5} ${moneda} al mes`],
    ['another currency', { currency: 'usd' }, `${mensual} USD al mes`],
    // Pesos of Chile are not divided: the same number is another sum.
    ['a currency without cents', { currency: 'clp' }, `${mensual * 100} CLP al mes`],
    ['a year', { recurring: { interval: 'year', interval_count: 1 } }, `${mensual} ${moneda} al año`],
    [
      'three months',
      { recurring: { interval: 'month', interval_count: 3 } },
      `${mensual} ${moneda} cada 3 meses`,
    ],
    ['once', { recurring: null }, `${mensual} ${moneda} una sola vez`],
    ['by use', { unit_amount: null }, `sumas que varían ${moneda} al mes`],
  ])('differ by %s: one line says both', async (_, change, charged) => {
    Object.assign(premium(), change)
    const line = `precio premium: La página dice ${mensual} ${moneda} al mes y Stripe cobra ${charged}: cambia STRIPE_PRICE_PREMIUM o app/src/lib/installation/precios.json.`
    expect(await differences()).toEqual([line])
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    await sayPrices(server)
    expect(said.mock.calls).toEqual([[`Pagos, ${line}`]])
    said.mockRestore()
  })

  it('agree in a currency that is not divided', () => {
    const charged = { amount: 4_990, currency: 'clp', interval: 'month', count: 1, active: true }
    expect(tellDifference('basico', { price: 4_990, currency: 'CLP' }, charged)).toBe('')
    expect(tellDifference('basico', { price: 49.9, currency: 'CLP' }, charged)).toContain('cobra 4990 CLP')
    expect(tellDifference('basico', { price: 49.9, currency: 'COP' }, { ...charged, currency: 'cop' })).toBe(
      '',
    )
  })

  it('cannot be compared: it is said why', async () => {
    premium().active = false
    expect(await differences()).toEqual([
      'precio premium: El precio de STRIPE_PRICE_PREMIUM está archivado en Stripe: no se puede pagar.',
    ])
    premium().active = true
    const kept = server.config.functionSettings!
    const having = async (change: Record<string, string>) => {
      server.config.functionSettings = { ...kept, ...change }
      try {
        return await differences()
      } finally {
        server.config.functionSettings = kept
      }
    }
    expect(await having({ STRIPE_PRICE_PREMIUM: 'price_of_a_test_key' })).toEqual([
      'precio premium: Con esta clave, Stripe no conoce el precio de STRIPE_PRICE_PREMIUM.',
    ])
    expect(await having({ STRIPE_PRICE_PREMIUM: '' })).toEqual([
      'precio premium: Falta STRIPE_PRICE_PREMIUM.',
    ])
    expect(await having({ STRIPE_SECRET_KEY: 'sk_test_withdrawn' })).toEqual(
      ['basico', 'premium'].map(
        (plan) => `precio ${plan}: STRIPE_SECRET_KEY no puede leerlo: Stripe la rechaza.`,
      ),
    )
    for (const what of ['hangs up', 'answers 500', 'sends no JSON'] satisfies Trouble[]) {
      stripe.trouble = { what, path: /price_premium/, times: 9 }
      expect(await differences(), what).toEqual(['precio premium: No se pudo comparar: Stripe no contestó.'])
    }
    stripe.trouble = undefined
    // Nobody is told of prices where there is nothing to pay.
    expect(await having({ STRIPE_SECRET_KEY: '' })).toEqual([])
  })

  it('are told to nobody else', async () => {
    const ella = await member()
    expect(await call('stripe-prices', ella)).toMatchObject({ status: 403 })
    expect(await comparePrices({ ...target(), serviceKey: server.config.secrets.anonKey })).toEqual([
      { que: 'precios', bien: false, falta: 'No se pudieron comparar: la casa contesta 403.' },
    ])
    const nobody = `http://127.0.0.1:${await freePort()}`
    expect(await comparePrices({ ...target(), url: nobody })).toEqual([
      { que: 'precios', bien: false, falta: 'No se pudieron comparar: la casa no contesta.' },
    ])
  })
})
