import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  officialClient,
  openLink,
  startHarness,
} from '../../../testing/auth.ts'

/* Opening a mailed link changes nothing; a button does, or the browser that asked for the mail. */
let harness: Harness
let url: string
let anonKey: string
beforeAll(async () => {
  harness = await startHarness()
  url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  anonKey = await harness.options.tokens.sign({ role: 'anon' })
})
afterAll(() => harness?.close())

const password = 'una clave larga'
const client = (flow?: 'implicit' | 'pkce') => officialClient(url, anonKey, flow)
const challenge = { code_challenge: 'v'.repeat(43), code_challenge_method: 'plain' }
const fragmentOf = (at: URL) => new URLSearchParams(at.hash.slice(1))

const grant = (email: string, secret = password) =>
  call(harness.app, { path: '/token?grant_type=password', body: { email, password: secret } })
const exchange = (code: string | null) =>
  call(harness.app, {
    path: '/token?grant_type=pkce',
    body: { auth_code: code, code_verifier: challenge.code_challenge },
  })

/** Everything about her account that a link could change. */
async function accountOf(email: string): Promise<unknown> {
  const { rows } = await harness.owner.query(
    `select u.email_confirmed_at, u.encrypted_password, u.raw_user_meta_data, u.email_change_confirm_status, u.last_sign_in_at,
       u.confirmation_token, u.recovery_token, u.email_change_token_new,
       (select count(*) from auth.sessions s where s.user_id = u.id) as sessions,
       (select count(*) from auth.one_time_tokens t where t.user_id = u.id) as codes
     from auth.users u where u.email = $1`,
    [email],
  )
  return rows
}

const get = (link: URL, headers: Record<string, string> = {}): Promise<Answer> =>
  call(harness.app, { path: `${link.pathname.replace('/auth/v1', '')}${link.search}`, headers })
const press = (link: URL, accion = 'confirmar', headers: Record<string, string> = {}): Promise<Answer> =>
  call(harness.app, {
    path: `${link.pathname.replace('/auth/v1', '')}${link.search}`,
    body: `accion=${accion}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

/** A mail of each kind, and whose account it is. */
const mails: Record<string, (pkce: object) => Promise<{ email: string; link: URL }>> = {
  'a registration': async (pkce) => {
    const email = newAddress()
    await call(harness.app, {
      path: '/signup',
      body: { email, password, data: { username: 'Ana' }, ...pkce },
    })
    return { email, link: (await mailedSecrets(harness, email)).link }
  },
  'a link to enter': async (pkce) => {
    const { email } = await makeMember(harness)
    await call(harness.app, { path: '/otp', body: { email, ...pkce } })
    return { email, link: (await mailedSecrets(harness, email)).link }
  },
  'a link to enter that made the account': async (pkce) => {
    const email = newAddress()
    await call(harness.app, { path: '/otp', body: { email, ...pkce } })
    return { email, link: (await mailedSecrets(harness, email)).link }
  },
  'a recovery': async (pkce) => {
    const { email } = await makeMember(harness)
    await call(harness.app, { path: '/recover', body: { email, ...pkce } })
    return { email, link: (await mailedSecrets(harness, email)).link }
  },
  'a change of address': async (pkce) => {
    const { email, accessToken, password: current_password } = await makeMember(harness)
    const body = { email: newAddress(), current_password, ...pkce }
    await call(harness.app, { method: 'PUT', path: '/user', token: accessToken, body })
    return { email, link: (await mailedSecrets(harness, body.email)).link }
  },
}

describe.each(Object.keys(mails))('the link of %s', (kind) => {
  it.each([
    ['implicit', {}],
    ['PKCE', challenge],
  ])('may be opened as often as anybody likes (%s)', async (_flow, pkce) => {
    const { email, link } = await mails[kind]!(pkce)
    const before = await accountOf(email)
    for (let times = 0; times < 3; times++) await get(link)
    expect(await accountOf(email)).toEqual(before)
  })

  it('without a flow shows a page with a button, which does it', async () => {
    const { email, link } = await mails[kind]!({})
    const page = await get(link)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain('<button name="accion" value="confirmar">')
    const before = await accountOf(email)
    expect((await press(link)).status).toBe(303)
    expect(await accountOf(email)).not.toEqual(before)
  })

  it('is not pressed by a page of somebody else', async () => {
    const { email, link } = await mails[kind]!({})
    const before = await accountOf(email)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { status, headers } = await press(link, 'confirmar', { 'sec-fetch-site': site })
      expect([status, headers.location]).toEqual([303, link.pathname + link.search])
    }
    expect(await accountOf(email)).toEqual(before)
  })
})

describe('a registration that somebody made with her address', () => {
  it.each([
    ['implicit', {}],
    ['PKCE', challenge],
  ])('is confirmed by her button, and signs her into nothing (%s)', async (_flow, pkce) => {
    const { email, link } = await mails['a registration']!(pkce)
    const at = new URL(String((await press(link)).headers.location))
    expect(at.href).not.toContain('access_token')
    expect(fragmentOf(at).get('message')).toBe('Email confirmed')
    const { rows } = await harness.owner.query(
      'select count(*)::int as sessions from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
      [email],
    )
    expect(rows).toEqual([{ sessions: 0 }])
    expect((await grant(email)).status, 'with the password that was chosen').toBe(200)
  })

  it('is confirmed by its hash without a session, too', async () => {
    const { email, link } = await mails['a registration']!({})
    const { data, error } = await client().auth.verifyOtp({
      type: 'signup',
      token_hash: link.searchParams.get('token')!,
    })
    expect(error).toBeNull()
    expect([data.session, data.user?.email]).toEqual([null, email])
  })

  it('goes with «No fui yo», before the confirmation and after it', async () => {
    for (const isConfirmed of [false, true]) {
      const { email, link } = await mails['a registration']!({})
      if (isConfirmed) await press(link)
      const refused = await press(link, 'rechazar')
      expect(refused.status).toBe(200)
      expect(refused.body).toContain('Borramos ese registro')
      expect(await accountOf(email)).toEqual([])
      expect((await grant(email)).body.code).toBe('invalid_credentials')
      expect(String((await press(link, 'rechazar')).headers.location)).toContain('otp_expired')
    }
  })

  it('goes however old the link is, but not once somebody has entered', async () => {
    const { email, link } = await mails['a registration']!({})
    const token_hash = link.searchParams.get('token')
    await harness.owner.query(
      `update auth.users set confirmation_sent_at = now() - interval '6 days' where email = $1`,
      [email],
    )
    expect((await call(harness.app, { path: '/verify/refuse', body: { token_hash } })).status).toBe(204)
    expect(await accountOf(email)).toEqual([])

    const entered = await mails['a registration']!({})
    await press(entered.link)
    await grant(entered.email)
    const late = { token_hash: entered.link.searchParams.get('token') }
    expect(await call(harness.app, { path: '/verify/refuse', body: late })).toMatchObject({
      status: 403,
      body: { code: 'otp_expired' },
    })
    expect(await accountOf(entered.email)).toHaveLength(1)
  })

  it.each(['x', '', 'pkce_x', '0'.repeat(56)])('is not refused with %j', async (token_hash) => {
    const { status } = await call(harness.app, { path: '/verify/refuse', body: { token_hash } })
    expect(status).toBe(403)
  })

  it('leaves an attacker nothing when she recovers it: no password, no words, no session', async () => {
    const email = newAddress()
    await call(harness.app, { path: '/signup', body: { email, password, data: { username: 'De él' } } })
    await call(harness.app, { path: '/recover', body: { email } })
    const { token: token_hash } = await mailedSecrets(harness, email)
    const { body } = await call(harness.app, { path: '/verify', body: { type: 'recovery', token_hash } })
    expect(body.user.user_metadata).toEqual({})
    expect((await grant(email)).body.code).toBe('invalid_credentials')
  })

  it('and that an attacker has entered ends as she recovers it', async () => {
    const { email, link } = await mails['a registration']!({})
    await press(link)
    const { body: session } = await grant(email)
    await call(harness.app, { path: '/recover', body: { email } })
    const { code: token } = await mailedSecrets(harness, email)
    const entered = await call(harness.app, { path: '/verify', body: { type: 'recovery', email, token } })
    expect((await call(harness.app, { path: '/user', token: session.access_token })).status).toBe(403)
    expect((await call(harness.app, { path: '/user', token: entered.body.access_token })).status).toBe(200)
  })

  it('by a link to enter keeps no words of an earlier one', async () => {
    const email = newAddress()
    await call(harness.app, { path: '/otp', body: { email, data: { username: 'De él' } } })
    await call(harness.app, { path: '/otp', body: { email, data: { username: 'Ana' } } })
    const { link } = await mailedSecrets(harness, email)
    await openLink(url, link)
    const { rows } = await harness.owner.query(
      'select raw_user_meta_data as words from auth.users where email = $1',
      [email],
    )
    expect(rows).toEqual([{ words: { username: 'Ana' } }])
  })

  it('is not entered with its code where a code to enter, or to recover, is asked for', async () => {
    const { email } = await mails['a registration']!({})
    const { code } = await mailedSecrets(harness, email)
    for (const type of ['magiclink', 'recovery']) {
      const answer = await call(harness.app, { path: '/verify', body: { type, email, token: code } })
      expect(answer).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
    }
  })
})

describe('the browser that signed up', () => {
  it('is led straight back, and confirms by exchanging the code', async () => {
    const email = newAddress()
    const { headers } = await call(harness.app, { path: '/signup', body: { email, password, ...challenge } })
    const mark = String(headers['set-cookie'])
    expect(mark).toMatch(/^ida=[\w-]{43}; Path=\/auth\/v1\/verify; Max-Age=86400; HttpOnly; SameSite=Lax$/)
    const { link } = await mailedSecrets(harness, email)
    const cookie = mark.split(';')[0]!
    const opened = await get(link, { cookie })
    expect(opened.status).toBe(303)
    const at = new URL(String(opened.headers.location))
    expect((await grant(email)).body.code, 'not confirmed by that').toBe('email_not_confirmed')
    const { status, body } = await exchange(at.searchParams.get('code'))
    expect(status).toBe(200)
    expect(body.user.email_confirmed_at).toBeTruthy()
    expect((await grant(email)).status, 'her password stays').toBe(200)
  })

  it('is known by its own flow alone', async () => {
    const [hers, others] = [newAddress(), newAddress()]
    const other = { ...challenge, code_challenge: 'w'.repeat(43) }
    const { headers } = await call(harness.app, {
      path: '/signup',
      body: { email: hers, password, ...other },
    })
    const cookie = String(headers['set-cookie']).split(';')[0]!
    await call(harness.app, { path: '/signup', body: { email: others, password, ...challenge } })
    const { link } = await mailedSecrets(harness, others)
    expect((await get(link, { cookie })).body).toContain('No fui yo')
    const at = new URL(String((await press(link, 'confirmar', { cookie })).headers.location))
    expect(at.searchParams.has('code'), 'nothing to exchange in a browser of somebody else').toBe(false)
  })

  it('is marked whether or not the address has an account, and only where it has something to exchange with', async () => {
    const { email } = await makeMember(harness)
    const taken = await call(harness.app, { path: '/signup', body: { email, password, ...challenge } })
    expect(String(taken.headers['set-cookie'])).toMatch(/^ida=/)
    const implicit = await call(harness.app, { path: '/signup', body: { email: newAddress(), password } })
    expect(implicit.headers['set-cookie']).toBeUndefined()
  })

  it('alone enters with a link that it asked for', async () => {
    const { email } = await makeMember(harness)
    const supabase = client('pkce')
    await supabase.auth.signInWithOtp({ email })
    const { link } = await mailedSecrets(harness, email)
    const code = (await openLink(url, link)).searchParams.get('code')!
    expect((await client('pkce').auth.exchangeCodeForSession(code)).error).not.toBeNull()
    expect((await supabase.auth.exchangeCodeForSession(code)).error).toBeNull()
  })
})

it('a change of address that somebody asked for with hers signs her into nothing of theirs', async () => {
  const mallory = await makeMember(harness)
  const email = newAddress()
  const body = { email, current_password: mallory.password }
  await call(harness.app, { method: 'PUT', path: '/user', token: mallory.accessToken, body })
  const [others, hers] = [await mailedSecrets(harness, mallory.email), await mailedSecrets(harness, email)]
  await press(others.link)
  const at = String((await press(hers.link)).headers.location)
  expect(at).not.toContain('access_token')
})

it('a change that waits for its day: the second link says so, and asking for the links again cancels nothing', async () => {
  const { id, email } = await makeMember(harness)
  const supabase = client()
  await supabase.auth.resetPasswordForEmail(email)
  const { code } = await mailedSecrets(harness, email)
  await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' })
  const mailed = 'bugambilias en flor'
  expect((await supabase.auth.updateUser({ password: mailed })).error).toBeNull()
  const token = (await supabase.auth.getSession()).data.session!.access_token
  await call(harness.app, { path: '/reauthenticate', body: { password: mailed }, token })
  const next = newAddress()
  expect((await supabase.auth.updateUser({ email: next })).error).toBeNull()
  const messages = []
  for (const address of [email, next]) {
    const pressed = await press((await mailedSecrets(harness, address)).link)
    messages.push(fragmentOf(new URL(String(pressed.headers.location))).get('message'))
  }
  expect(messages).toEqual([
    'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    'Both addresses are confirmed. The change will be made after a day',
  ])
  const again = await call(harness.app, { path: '/resend', body: { type: 'email_change', email } })
  expect(again.status).toBe(200)
  const { rows } = await harness.owner.query(
    'select email_change, email_change_confirm_status as status from auth.users where id = $1',
    [id],
  )
  expect(rows).toEqual([{ email_change: next, status: 2 }])
})

it('a form is read by the button alone', async () => {
  const { email, link } = await mails['a registration']!({})
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const path of ['/signup', '/verify', '/verify/refuse', '/token?grant_type=password']) {
    const body = new URLSearchParams({
      token_hash: link.searchParams.get('token')!,
      type: 'signup',
      email,
    }).toString()
    expect((await call(harness.app, { path, body, headers: form })).status, path).toBe(400)
  }
})
