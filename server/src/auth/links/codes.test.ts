import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  officialClient,
  openLink,
  signIn,
  startHarness,
} from '../../../testing/auth.ts'

const email = { enableConfirmations: true, otpLengthDigits: 6, maxFrequencySeconds: 60 }
const phones = { sms: { enableSignup: true, maxFrequencySeconds: 60 } }
let harness: Harness
/** An instance that takes telephones, too. */
let withPhones: FastifyInstance
let url: string
let phoneUrl: string
let anonKey: string
beforeAll(async () => {
  harness = await startHarness()
  withPhones = await harness.another({ auth: phones })
  url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  phoneUrl = await withPhones.listen({ host: '127.0.0.1', port: 0 })
  anonKey = await harness.options.tokens.sign({ role: 'anon' })
})
afterAll(() => harness?.close())

const password = 'una clave larga'
const client = (flow?: 'implicit' | 'pkce') => officialClient(url, anonKey, flow)
const phoneClient = () => officialClient(phoneUrl, anonKey)

/** Opens a mailed link as a browser does, and presses its button. */
const open = (link: URL) => openLink(url, link)

/** A later request need not wait for the minute between two messages. */
const later = () => harness.owner.query(`delete from local_server.rate_limits where key like '%gap:%'`)

describe('entering with a mailed link', () => {
  it('makes an account for who has none, once she opens it', async () => {
    const address = newAddress()
    const supabase = client()
    const options = { data: { username: 'Ana' }, emailRedirectTo: 'http://127.0.0.1:8080/entrada' }
    expect(await supabase.auth.signInWithOtp({ email: address, options })).toMatchObject({
      data: { user: null, session: null },
      error: null,
    })
    const { link, subject } = await mailedSecrets(harness, address)
    expect(subject).toBe('Tu enlace de acceso')
    const reached = await open(link)
    expect(reached.pathname).toBe('/entrada')
    const fragment = new URLSearchParams(reached.hash.slice(1))
    const { data } = await supabase.auth.getUser(fragment.get('access_token')!)
    expect(data.user).toMatchObject({ email: address, user_metadata: { username: 'Ana' } })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect((await open(link)).hash, 'a link works once').toContain('otp_expired')
  })

  it('gives a code that only the browser which asked can exchange', async () => {
    const { email: address, id } = await makeMember(harness)
    const supabase = client('pkce')
    await supabase.auth.signInWithOtp({ email: address })
    const { link } = await mailedSecrets(harness, address)
    const code = (await open(link)).searchParams.get('code')!
    expect((await client('pkce').auth.exchangeCodeForSession(code)).error).not.toBeNull()
    const { data, error } = await supabase.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.id).toBe(id)
    const { amr, aal } = (await supabase.auth.getClaims()).data!.claims
    expect([aal, (amr as { method: string }[]).map(({ method }) => method)]).toEqual(['aal1', ['magiclink']])
  })

  it.each(['email', 'magiclink'] as const)('works by the code of the mail, once (%s)', async (type) => {
    const { email: address, id } = await makeMember(harness)
    const supabase = client()
    await supabase.auth.signInWithOtp({ email: address, options: { shouldCreateUser: false } })
    const { code } = await mailedSecrets(harness, address)
    const { data } = await supabase.auth.verifyOtp({ email: address, token: code, type })
    expect(data.user?.id).toBe(id)
    const again = await client().auth.verifyOtp({ email: address, token: code, type })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  it('does not tell who has an account, whether or not one would be made', async () => {
    const { email: known } = await makeMember(harness)
    const unknown = newAddress()
    for (const create_user of [true, false]) {
      const answers = []
      for (const address of [known, unknown]) {
        await later()
        answers.push(await call(harness.app, { path: '/otp', body: { email: address, create_user } }))
      }
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
        { status: 200, body: {} },
        { status: 200, body: {} },
      ])
    }
    expect((await harness.mailsTo(unknown)).map(({ subject }) => subject)).toContain('Tu enlace de acceso')
  })

  it('makes no account where the client, or the project, wants none', async () => {
    const closed = await harness.another({ auth: { enableSignup: false } })
    const [first, second] = [newAddress(), newAddress()]
    await call(harness.app, { path: '/otp', body: { email: first, create_user: false } })
    await call(closed, { path: '/otp', body: { email: second } })
    for (const address of [first, second]) {
      expect((await harness.mailsTo(address))[0]?.subject).toBe('Tu solicitud')
    }
    const { rows } = await harness.owner.query('select from auth.users where email = any($1)', [
      [first, second],
    ])
    expect(rows).toHaveLength(0)
  })

  it('drops the password that somebody else left with her address', async () => {
    const address = newAddress()
    await client().auth.signUp({ email: address, password })
    const supabase = client()
    await supabase.auth.signInWithOtp({ email: address })
    const { code } = await mailedSecrets(harness, address)
    expect((await supabase.auth.verifyOtp({ email: address, token: code, type: 'email' })).error).toBeNull()
    const { error } = await client().auth.signInWithPassword({ email: address, password })
    expect(error?.code).toBe('invalid_credentials')
  })

  it('asks the project, with the same refusal for everybody', async () => {
    const { email: known } = await makeMember(harness)
    for (const address of [known, newAddress()]) {
      const body = { email: address, data: { identity: 'refused' } }
      expect(await call(harness.app, { path: '/otp', body })).toMatchObject({
        status: 403,
        body: { message: 'Restricted' },
      })
    }
  })

  it('waits a minute between two mails, for an account and for nobody', async () => {
    const { email: known } = await makeMember(harness)
    for (const address of [known, newAddress()]) {
      const request = { path: '/otp', body: { email: address, create_user: false } }
      const strict = await harness.another({ rateFactor: 1 })
      expect((await call(strict, request)).status).toBe(200)
      expect(await call(strict, request)).toMatchObject({
        status: 429,
        body: { code: 'over_email_send_rate_limit' },
      })
    }
  })
})

let numbers = 5_512_340_000
const newPhone = () => `+52${++numbers}`

/** The code of the newest message to a telephone. */
async function textedCode(phone: string): Promise<string> {
  const [message] = await harness.mailsTo(phone)
  expect(message?.text).toMatch(/^Tu código: \d{6}\. Vale 10 minutos\.$/)
  return /\d{6}/.exec(message!.text)![0]
}

describe('an account with a telephone', () => {
  it('signs up with a password, confirms by code, and signs in', async () => {
    const phone = newPhone()
    const supabase = phoneClient()
    const { data, error } = await supabase.auth.signUp({ phone, password })
    expect(error).toBeNull()
    expect(data).toMatchObject({ session: null, user: { phone: phone.slice(1), email: '' } })
    const early = await supabase.auth.signInWithPassword({ phone, password })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
    const verified = await supabase.auth.verifyOtp({ phone, token: await textedCode(phone), type: 'sms' })
    expect(verified.data.user?.phone_confirmed_at).toBeTruthy()
    expect((await phoneClient().auth.signInWithPassword({ phone, password })).error).toBeNull()
  })

  it('looks the same to who signs up with it again, and sends a word instead of a code', async () => {
    const phone = newPhone()
    const first = await phoneClient().auth.signUp({ phone, password })
    await phoneClient().auth.verifyOtp({ phone, token: await textedCode(phone), type: 'sms' })
    await later()
    const again = await phoneClient().auth.signUp({ phone, password: 'la clave de otro' })
    expect(Object.keys(again.data.user!).sort()).toEqual(Object.keys(first.data.user!).sort())
    expect((await harness.mailsTo(phone))[0]?.text).toBe(
      'Este número ya tiene una cuenta. Entra como siempre.',
    )
    expect((await phoneClient().auth.signInWithPassword({ phone, password })).error).toBeNull()
  })

  it('is entered by code alone, made by it where there was none', async () => {
    const phone = newPhone()
    const supabase = phoneClient()
    expect((await supabase.auth.signInWithOtp({ phone })).error).toBeNull()
    const token = await textedCode(phone)
    expect((await supabase.auth.verifyOtp({ phone, token, type: 'sms' })).data.session).toBeTruthy()
    expect((await phoneClient().auth.verifyOtp({ phone, token, type: 'sms' })).error?.code).toBe(
      'otp_expired',
    )
  })

  it('is sent its code again, after a minute', async () => {
    const phone = newPhone()
    await phoneClient().auth.signUp({ phone, password })
    expect((await phoneClient().auth.resend({ type: 'sms', phone })).error).toBeNull()
    const strict = await harness.another({ auth: phones, rateFactor: 1 })
    await call(strict, { path: '/otp', body: { phone } })
    expect(await call(strict, { path: '/otp', body: { phone } })).toMatchObject({
      status: 429,
      body: { code: 'over_sms_send_rate_limit' },
    })
    await phoneClient().auth.verifyOtp({ phone, token: await textedCode(phone), type: 'sms' })
  })

  it('is one of so many messages an hour where the project says so, and leaves the number as it was', async () => {
    await harness.owner.query('delete from local_server.rate_limits')
    const strict = (smsSent?: number) =>
      harness.another({ auth: { ...phones, rateLimits: { smsSent } }, rateFactor: 1 })
    const [bounded, free] = [await strict(2), await strict()]
    const ask = (app: typeof bounded, phone: string) => call(app, { path: '/otp', body: { phone } })
    expect([(await ask(bounded, newPhone())).status, (await ask(bounded, newPhone())).status]).toEqual([
      200, 200,
    ])
    const phone = newPhone()
    const refused = await ask(bounded, phone)
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'over_sms_send_rate_limit', message: 'SMS rate limit exceeded' },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await ask(free, phone)).status).toBe(200)
    await textedCode(phone)
    await harness.owner.query('delete from local_server.rate_limits')
  })

  it('is taken to another number by the code that the new one gets', async () => {
    const { email: address } = await makeMember(harness)
    const supabase = phoneClient()
    await supabase.auth.signInWithPassword({ email: address, password })
    const phone = newPhone()
    expect((await supabase.auth.updateUser({ phone })).data.user?.new_phone).toBe(phone.slice(1))
    expect((await supabase.auth.getUser()).data.user?.phone).toBe('')
    const token = await textedCode(phone)
    expect((await supabase.auth.verifyOtp({ phone, token, type: 'phone_change' })).error).toBeNull()
    expect((await supabase.auth.getUser()).data.user?.phone).toBe(phone.slice(1))

    const other = await makeMember(harness)
    const taken = await call(withPhones, {
      method: 'PUT',
      path: '/user',
      token: other.accessToken,
      body: { phone },
    })
    expect(taken).toMatchObject({ status: 200, body: { new_phone: phone.slice(1), phone: '' } })
    expect((await harness.mailsTo(phone))[0]?.text).toBe(
      'Este número ya tiene una cuenta. Entra como siempre.',
    )
  })

  it.each([
    ['/signup', { phone: '+52 55', password }],
    ['/otp', { phone: 'no' }],
    ['/otp', { phone: '+5215512345678', channel: 'whatsapp' }],
    ['/otp', { email: 'a@b.mx', channel: 'sms' }],
    ['/verify', { phone: '+5215512345678', token: '123456', type: 'signup' }],
    ['/resend', { type: 'sms', email: 'a@b.mx' }],
  ])('refuses %s %j', async (path, body) => {
    expect(await call(withPhones, { path, body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })
})

describe('a new password', () => {
  const common = ['12345678', 'contraseña', 'mariposa', 'qwertyuiop', 'maria2024', 'abcd1234', 'princesa']

  it.each(common)('«%s» is refused as what everybody tries first', async (weak) => {
    const answer = await call(harness.app, { path: '/signup', body: { email: newAddress(), password: weak } })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'weak_password', weak_password: { reasons: ['pwned'] } },
    })
  })

  it('is not made of her own address or name', async () => {
    const body = { email: 'xochiquetzal@ejemplo.mx', password: 'xochiquetzal1', data: { username: 'Nube' } }
    expect((await call(harness.app, { path: '/signup', body })).body.code).toBe('weak_password')
    expect(
      (await call(harness.app, { path: '/signup', body: { ...body, email: newAddress() } })).status,
    ).toBe(200)
  })

  const set = (app: FastifyInstance, token: string, more = {}) =>
    call(app, { method: 'PUT', path: '/user', token, body: { password: 'bugambilias en flor', ...more } })

  it('takes the old one where the project wants it, or a code by mail', async () => {
    const careful = await harness.another({ auth: { email: { ...email, requireCurrentPassword: true } } })
    const ana = await makeMember(harness)
    expect((await set(careful, ana.accessToken)).body.code).toBe('current_password_required')
    expect((await set(careful, ana.accessToken, { current_password: 'no es' })).body.code).toBe(
      'current_password_invalid',
    )
    expect((await set(careful, ana.accessToken, { current_password: password })).status).toBe(200)

    const eva = await makeMember(harness)
    await call(careful, { path: '/reauthenticate', token: eva.accessToken })
    const { code } = await mailedSecrets(harness, eva.email)
    expect((await set(careful, eva.accessToken, { nonce: code })).status).toBe(200)
  })

  it('is set without the old one by who came by a mail within the hour', async () => {
    const careful = await harness.another({ auth: { email: { ...email, requireCurrentPassword: true } } })
    const { email: address } = await makeMember(harness)
    await call(careful, { path: '/recover', body: { email: address } })
    const { token: token_hash } = await mailedSecrets(harness, address)
    const { body } = await call(careful, { path: '/verify', body: { type: 'recovery', token_hash } })
    await harness.owner.query(
      `update auth.mfa_amr_claims set updated_at = updated_at - interval '61 minutes'
       where session_id in (select id from auth.sessions where user_id = $1)`,
      [body.user.id],
    )
    expect((await set(careful, body.access_token)).body.code).toBe('current_password_required')
    await harness.owner.query(`update auth.mfa_amr_claims set updated_at = now() where true`)
    expect((await set(careful, body.access_token)).status).toBe(200)
  })

  it('in a session older than a day takes a fresh proof, where the project wants it', async () => {
    const careful = await harness.another({ auth: { email: { ...email, securePasswordChange: true } } })
    const ana = await makeMember(harness)
    await harness.owner.query(
      `update auth.sessions set created_at = created_at - interval '25 hours' where user_id = $1`,
      [ana.id],
    )
    expect((await set(careful, ana.accessToken)).body.code).toBe('reauthentication_needed')
    const fresh = await signIn(harness.app, ana.email, password)
    expect((await set(careful, fresh.accessToken)).status).toBe(200)
  })
})

describe('a sign of a person', () => {
  let provider: Server
  let guarded: FastifyInstance
  const asked: URLSearchParams[] = []

  beforeAll(async () => {
    provider = createServer((request, response) => {
      let form = ''
      request.on('data', (chunk) => {
        form += chunk
      })
      request.on('end', () => {
        const params = new URLSearchParams(form)
        asked.push(params)
        const token = params.get('response')
        if (token === 'broken') return response.writeHead(500).end('no')
        const success = token === 'a person' && params.get('secret') === 'a secret'
        response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }))
      })
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const { port } = provider.address() as AddressInfo
    const captcha = { provider: 'turnstile', secret: 'a secret', url: `http://127.0.0.1:${port}/` } as const
    guarded = await harness.another({ server: { captcha } })
  })
  afterAll(() => provider?.close())

  const with_ = (captcha_token: string) => ({ gotrue_meta_security: { captcha_token } })
  const calls = ['/signup', '/token?grant_type=password', '/otp', '/recover', '/resend', '/sso']

  it.each(calls)('is asked for by %s', async (path) => {
    for (const body of [{}, with_(''), with_('a program')]) {
      expect(await call(guarded, { path, body })).toMatchObject({
        status: 400,
        body: { code: 'captcha_failed' },
      })
    }
    expect((await call(guarded, { path, body: with_('a person'), ip: '192.0.2.7' })).body.code).not.toBe(
      'captcha_failed',
    )
    expect(asked.at(-1)?.get('remoteip')).toBe('192.0.2.7')
  })

  it.each(['refresh_token', 'pkce', 'id_token'])('is not asked for by the grant %s', async (grant) => {
    const { body } = await call(guarded, { path: `/token?grant_type=${grant}`, body: {} })
    expect(body.code ?? body.error).not.toBe('captcha_failed')
  })

  it('lets nobody in while it cannot be told', async () => {
    const body = { email: newAddress(), password, ...with_('broken') }
    expect(await call(guarded, { path: '/signup', body })).toMatchObject({
      status: 500,
      body: { code: 'unexpected_failure' },
    })
  })

  it('goes through the official client, and is ignored where nobody is asked', async () => {
    const guardedUrl = await guarded.listen({ host: '127.0.0.1', port: 0 })
    const supabase: SupabaseClient = officialClient(guardedUrl, anonKey)
    const { email: address } = await makeMember(harness)
    const sign = (captchaToken: string) =>
      supabase.auth.signInWithPassword({ email: address, password, options: { captchaToken } })
    expect((await sign('a program')).error).toMatchObject({ status: 400, code: 'captcha_failed' })
    expect((await sign('a person')).error).toBeNull()
    const options = { captchaToken: 'a program' }
    expect((await client().auth.signInWithPassword({ email: address, password, options })).error).toBeNull()
  })
})

describe('single sign-on', () => {
  it('knows no domain, where the project takes it at all', async () => {
    const open = await harness.another({ auth: { ssoEnabled: true } })
    const body = { domain: 'example.com' }
    expect((await call(open, { path: '/sso', body })).body.code).toBe('sso_provider_not_found')
    expect((await client().auth.signInWithSSO({ domain: 'example.com' })).error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
    })
  })
})
