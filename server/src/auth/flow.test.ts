import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  officialClient,
  openLink,
  startHarness,
} from '../../testing/auth.ts'

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

const client = (flowType?: 'implicit' | 'pkce') => officialClient(url, anonKey, flowType)

/** Opens a mailed link as a browser does; the mail names the public address of the site, the test asks the server itself. */
const open = (link: URL) => openLink(url, link)

const fragmentOf = (address: URL) => new URLSearchParams(address.hash.slice(1))

/** A client that is signed in to an account of its own. */
async function signedIn(): Promise<{ supabase: SupabaseClient; email: string; id: string }> {
  const { email, id } = await makeMember(harness)
  const supabase = client()
  expect((await supabase.auth.signInWithPassword({ email, password })).error).toBeNull()
  return { supabase, email, id }
}

describe('from sign-up to sign-out', () => {
  it('with a link that confirms, and her password', async () => {
    const supabase = client()
    const email = newAddress()
    const signedUp = await supabase.auth.signUp({
      email: email.toUpperCase(),
      password,
      options: { data: { username: 'Ana' }, emailRedirectTo: 'http://127.0.0.1:8080/bienvenida' },
    })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session).toBeNull()
    expect(signedUp.data.user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { username: 'Ana' },
      identities: [{ provider: 'email' }],
    })
    const early = await supabase.auth.signInWithPassword({ email, password })
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })

    const mail = await mailedSecrets(harness, email)
    expect(mail.subject).toBe('Confirma tu correo')
    expect(mail.link.origin + mail.link.pathname).toBe('http://127.0.0.1:8080/auth/v1/verify')
    const reached = await open(mail.link)
    expect(reached.pathname).toBe('/bienvenida')
    const fragment = fragmentOf(reached)
    expect(Object.fromEntries(fragment)).toMatchObject({ type: 'signup', message: 'Email confirmed' })
    expect(fragment.has('access_token'), 'nothing shows that she registered').toBe(false)
    const opened = await supabase.auth.signInWithPassword({ email, password })
    expect(opened.data.user?.email_confirmed_at).toBeTruthy()

    const refreshed = await supabase.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(opened.data.session?.refresh_token)
    expect((await supabase.auth.signOut({ scope: 'local' })).error).toBeNull()
    const stale = await client().auth.getUser(refreshed.data.session!.access_token)
    expect(stale.error?.name).toBe('AuthSessionMissingError')
  })

  it('with a link whose code only the browser that signed up can exchange', async () => {
    const supabase = client('pkce')
    const email = newAddress()
    await supabase.auth.signUp({ email, password })
    const { link } = await mailedSecrets(harness, email)
    const reached = await open(link)
    expect(fragmentOf(reached).has('access_token')).toBe(false)
    const code = reached.searchParams.get('code')!

    const stranger = client('pkce')
    await stranger.auth.signUp({ email: newAddress(), password })
    expect((await stranger.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 400,
      code: 'bad_code_verifier',
    })

    expect((await open(link)).searchParams.get('code'), 'a scanner may have been first').toBe(code)
    const exchanged = await supabase.auth.exchangeCodeForSession(code)
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email).toBe(email)
    const late = await open(link)
    expect(fragmentOf(late).get('message')).toBe('Email already confirmed')
    expect(late.search).toBe('')
    await supabase.auth.signInWithPassword({ email, password })
    expect((await supabase.auth.getUser()).data.user?.email).toBe(email)
  })

  it('with a code that she types', async () => {
    const supabase = client()
    const email = newAddress()
    await supabase.auth.signUp({ email, password })
    const { code } = await mailedSecrets(harness, email)
    const verified = await supabase.auth.verifyOtp({ email, token: code, type: 'email' })
    expect(verified.error).toBeNull()
    expect(verified.data.session?.user.email).toBe(email)
    const again = await client().auth.verifyOtp({ email, token: code, type: 'email' })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  it('with a second mail, which goes on with the flow of the first', async () => {
    const supabase = client('pkce')
    const email = newAddress()
    await supabase.auth.signUp({ email, password })
    const first = await mailedSecrets(harness, email)
    expect((await supabase.auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = await mailedSecrets(harness, email)
    expect((await open(first.link)).searchParams.get('error_code')).toBe('otp_expired')
    const code = (await open(second.link)).searchParams.get('code')!
    expect((await supabase.auth.exchangeCodeForSession(code)).error).toBeNull()
  })
})

describe('a forgotten password', () => {
  it.each(['implicit', 'pkce'] as const)('is replaced through a mailed link (%s)', async (flowType) => {
    const { supabase: device, email } = await signedIn()
    const supabase = client(flowType)
    const redirectTo = 'http://127.0.0.1:8080/nueva'
    expect((await supabase.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
    const { link } = await mailedSecrets(harness, email)
    const reached = await open(link)
    expect(reached.pathname).toBe('/nueva')
    if (flowType === 'pkce') {
      await supabase.auth.exchangeCodeForSession(reached.searchParams.get('code')!)
    } else {
      const fragment = fragmentOf(reached)
      expect(fragment.get('type')).toBe('recovery')
      await supabase.auth.setSession({
        access_token: fragment.get('access_token')!,
        refresh_token: fragment.get('refresh_token')!,
      })
    }
    expect((await supabase.auth.updateUser({ password: 'otra clave larga' })).error).toBeNull()

    expect((await device.auth.refreshSession()).error, 'other devices are signed out').toBeTruthy()
    expect((await client().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
    const again = await client().auth.signInWithPassword({ email, password: 'otra clave larga' })
    expect(again.error).toBeNull()
    const used = await open(link)
    expect([used.searchParams.get('error_code'), fragmentOf(used).get('error_code')]).toContain('otp_expired')
  })

  it('of an account that was never confirmed: the link confirms it, and the password that waited there is gone', async () => {
    const email = newAddress()
    await client().auth.signUp({ email, password })
    const supabase = client()
    await supabase.auth.resetPasswordForEmail(email)
    const { code } = await mailedSecrets(harness, email)
    const { data } = await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' })
    expect(data.user?.email_confirmed_at).toBeTruthy()
    expect((await client().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    )
  })
})

describe('her account', () => {
  it('keeps what she says of herself, and forgets what she sets to null', async () => {
    const { supabase } = await signedIn()
    await supabase.auth.updateUser({ data: { color: 'verde', casa: 'azul' } })
    const { data } = await supabase.auth.updateUser({ data: { color: null, perro: { nombre: null } } })
    expect(data.user?.user_metadata).toEqual({ casa: 'azul', perro: { nombre: null } })
  })

  it('cannot grow what she says of herself until her token no longer fits into a request', async () => {
    const { supabase } = await signedIn()
    const half = 'x'.repeat(5_000)
    expect((await supabase.auth.updateUser({ data: { a: half } })).error).toBeNull()
    expect((await supabase.auth.updateUser({ data: { b: half } })).error?.code).toBe('validation_failed')
    expect((await supabase.auth.getUser()).data.user?.user_metadata).toEqual({ a: half })
  })

  it('changes its password with a mailed nonce, once', async () => {
    const { supabase, email } = await signedIn()
    expect((await supabase.auth.reauthenticate()).error).toBeNull()
    const { code: nonce, subject } = await mailedSecrets(harness, email)
    expect(subject).toBe('Tu código')
    expect((await supabase.auth.updateUser({ password: 'clave nueva 1', nonce })).error).toBeNull()
    expect((await supabase.auth.updateUser({ password: 'clave nueva 2', nonce })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    })
  })

  it.each(['links', 'codes'] as const)(
    'changes its address when both mailboxes have agreed (%s)',
    async (by) => {
      const { supabase, email } = await signedIn()
      const next = newAddress()
      const asked = await supabase.auth.updateUser({ email: next })
      expect(asked.data.user).toMatchObject({ email, new_email: next })

      const agree = async (address: string) => {
        const { link, code } = await mailedSecrets(harness, address)
        if (by === 'links') return fragmentOf(await open(link))
        const { data, error } = await client().auth.verifyOtp({
          email: address,
          token: code,
          type: 'email_change',
        })
        expect(error).toBeNull()
        return new URLSearchParams(
          data.session ? { access_token: data.session.access_token } : { message: 'half' },
        )
      }
      const first = await agree(next)
      expect(first.has('access_token')).toBe(false)
      expect(first.has('message')).toBe(true)
      expect((await supabase.auth.getUser()).data.user?.email).toBe(email)
      const second = await agree(email)
      expect(second.has('message')).toBe(false)
      // A link does not show who asked for the change: it might be somebody who wants her to write into another account.
      expect(second.has('access_token')).toBe(by === 'codes')

      const { data } = await supabase.auth.getUser()
      expect(data.user).toMatchObject({ email: next, identities: [{ email: next }] })
      expect(data.user?.new_email).toBeUndefined()
      expect((await client().auth.signInWithPassword({ email: next, password })).error).toBeNull()
      expect((await client().auth.signInWithPassword({ email, password })).error?.code).toBe(
        'invalid_credentials',
      )
    },
  )

  it('cannot change its address with one mailbox alone, however often', async () => {
    const { supabase, email } = await signedIn()
    const next = newAddress()
    await supabase.auth.updateUser({ email: next })
    const { link } = await mailedSecrets(harness, next)
    await open(link)
    expect(fragmentOf(await open(link)).get('error_code')).toBe('otp_expired')
    expect((await supabase.auth.getUser()).data.user?.email).toBe(email)
  })

  it('sends both mails of a pending change again', async () => {
    const { supabase, email } = await signedIn()
    const next = newAddress()
    await supabase.auth.updateUser({ email: next })
    const before = await mailedSecrets(harness, next)
    expect((await supabase.auth.resend({ type: 'email_change', email })).error).toBeNull()
    expect((await mailedSecrets(harness, next)).token).not.toBe(before.token)
    expect((await harness.mailsTo(email)).length).toBe(2)
  })

  it("cannot take another's address, and does not learn that it is one", async () => {
    const other = await makeMember(harness)
    const asked = []
    for (const to of [other.email, newAddress()]) {
      const { supabase, email } = await signedIn()
      const { data, error } = await supabase.auth.updateUser({ email: to })
      expect(error).toBeNull()
      expect(data.user?.new_email).toBe(to)
      const { link } = await mailedSecrets(harness, email)
      const first = fragmentOf(await open(link))
      const { data: later } = await supabase.auth.getUser()
      asked.push([
        Object.keys(data.user!),
        first.get('message'),
        Object.keys(later.user!),
        later.user?.email === email,
      ])
    }
    expect(asked[0]).toEqual(asked[1])
    expect((await harness.mailsTo(other.email))[0]).toMatchObject({
      subject: 'Ya tienes una cuenta',
      links: [],
    })
    expect((await client().auth.signInWithPassword({ email: other.email, password })).error).toBeNull()
  })
})

describe('signing out', () => {
  it.each([
    ['local', { here: false, there: true }],
    ['others', { here: true, there: false }],
    ['global', { here: false, there: false }],
  ] as const)('%s', async (scope, alive) => {
    const { supabase: here, email } = await signedIn()
    const there = client()
    await there.auth.signInWithPassword({ email, password })
    const tokens = {
      here: (await here.auth.getSession()).data.session!.access_token,
      there: (await there.auth.getSession()).data.session!.access_token,
    }
    expect((await here.auth.signOut({ scope })).error).toBeNull()
    const works = async (token: string) => (await client().auth.getUser(token)).error === null
    expect({ here: await works(tokens.here), there: await works(tokens.there) }).toEqual(alive)
    expect((await there.auth.refreshSession()).error === null).toBe(alive.there)
  })
})
