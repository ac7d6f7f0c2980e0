import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  type Harness,
  mailedSecrets,
  makeMember,
  newAddress,
  officialClient,
  signIn,
  startHarness,
} from '../../../testing/auth.ts'

let harness: Harness
let url: string
let anonKey: string
beforeAll(async () => {
  harness = await startHarness({ auth: { notices: { page: '/no-fui-yo' } } })
  url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  anonKey = await harness.options.tokens.sign({ role: 'anon' })
})
afterAll(() => harness?.close())

const password = 'una clave larga'
const another = 'bugambilias en flor'
const SUBJECT = 'Un aviso de tu cuenta'
const client = () => officialClient(url, anonKey)
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** Notices to an address, newest first, once `count` have come. */
async function notices(email: string, count: number) {
  const read = async () => (await harness.mailsTo(email)).filter(({ subject }) => subject === SUBJECT)
  await expect.poll(async () => (await read()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
  return (await read()).map((mail) => ({ ...mail, key: mail.links[0]?.split('#')[1] ?? '' }))
}
const read = (key: string) => call(harness.app, { path: '/notices', body: { key } })
const undo = (key: string, proofs: Record<string, unknown>) =>
  call(harness.app, { path: '/notices/undo', body: { key, ...proofs } })
const opens = async (email: string, word: string) =>
  (await client().auth.signInWithPassword({ email, password: word })).error === null

/** An attacker holds her telephone and reads her mail, and has a new password sent. */
async function takenByMail() {
  const her = await makeMember(harness)
  const attacker = client()
  await attacker.auth.resetPasswordForEmail(her.email)
  const [mail] = (await harness.mailsTo(her.email)).filter(({ subject }) => subject !== SUBJECT)
  const code = /\b\d{6}\b/.exec(mail!.text)![0]
  await attacker.auth.verifyOtp({ email: her.email, token: code, type: 'recovery' })
  expect((await attacker.auth.updateUser({ password: another })).error).toBeNull()
  return { her, attacker }
}

/** An attacker knows her password and reads her mail, and gives her account another address. */
async function takenToAnotherAddress() {
  const her = await makeMember(harness)
  const attacker = client()
  await attacker.auth.signInWithPassword({ email: her.email, password })
  const next = newAddress()
  await attacker.auth.updateUser({ email: next })
  for (const address of [next, her.email]) {
    const mails = (await harness.mailsTo(address)).filter(({ subject }) =>
      subject.startsWith('Confirma el cambio'),
    )
    const code = /\b\d{6}\b/.exec(mails[0]!.text)![0]
    await client().auth.verifyOtp({ email: address, token: code, type: 'email_change' })
  }
  const mail = (await notices(her.email, 2)).find(({ text }) => text.includes('ya no es este'))
  return { her, next, mail }
}

describe('a notice of security', () => {
  it('comes for a device where she never was, not for the first, and tells nothing of what the app is', async () => {
    const her = await makeMember(harness)
    expect((await harness.mailsTo(her.email)).length).toBe(0)
    await signIn(harness.app, her.email, password)
    const [mail] = await notices(her.email, 1)
    expect(mail!.text).toContain('desde un dispositivo')
    expect(mail!.links[0]).toMatch(/^http:\/\/127\.0\.0\.1:8080\/no-fui-yo#[0-9a-f]{56}$/)
    expect((await read(mail!.key)).body).toMatchObject({
      kind: 'device',
      state: 'open',
      proofs: ['password'],
    })
    const { rows } = await harness.owner.query('select key_hash from local_server.security_notices')
    expect(JSON.stringify(rows)).not.toContain(mail!.key)
  })

  it('does not come for a device that was here before', async () => {
    const her = await makeMember(harness)
    const first = await call(harness.app, {
      path: '/token?grant_type=password',
      body: { email: her.email, password },
    })
    await notices(her.email, 1)
    const cookie = String(first.headers['set-cookie']).split(';')[0]!
    await call(harness.app, {
      path: '/token?grant_type=password',
      body: { email: her.email, password },
      headers: { cookie },
    })
    expect(await notices(her.email, 1)).toHaveLength(1)
  })

  it('comes five times a day at most, however often somebody who knows her password enters', async () => {
    const her = await makeMember(harness)
    for (let entry = 0; entry < 8; entry++) await signIn(harness.app, her.email, password)
    expect(await notices(her.email, 5)).toHaveLength(5)
  })

  it('of a code goes to the address of now and the one before, five times a day at most, and says no more than that', async () => {
    const { her, next } = await takenToAnotherAddress()
    const { rows } = await harness.owner.query<{ id: string }>('select id from auth.users where email = $1', [
      next,
    ])
    for (let made = 0; made < 8; made++)
      await harness.owner.query('select local_server.tell_of_code($1, false)', [rows[0]!.id])
    for (const address of [next, her.email]) {
      const told = async () =>
        (await notices(address, 1)).filter(({ text }) => text.includes('Se hizo un código nuevo'))
      await expect.poll(async () => (await told()).length, { timeout: 30_000 }).toBe(3)
      const [mail] = await told()
      expect(mail!.text).not.toMatch(/diario|notas|llave/)
      expect((await read(mail!.key)).body).toMatchObject({ kind: 'code', state: 'open' })
    }
  })
})

describe('«No fui yo»', () => {
  it('takes a password back that came by mail, and ends every session; looking changes nothing', async () => {
    const { her, attacker } = await takenByMail()
    const [mail] = (await notices(her.email, 2)).filter(({ text }) =>
      text.includes('contraseña de tu cuenta'),
    )
    for (let scanner = 0; scanner < 3; scanner++) await read(mail!.key)
    expect(await opens(her.email, another)).toBe(true)
    expect((await undo(mail!.key, { password })).status).toBe(200)
    expect(await opens(her.email, password)).toBe(true)
    expect(await opens(her.email, another)).toBe(false)
    expect((await attacker.auth.refreshSession()).error).not.toBeNull()
    expect((await read(mail!.key)).body.state).toBe('undone')
    expect((await undo(mail!.key, { password })).body.code).toBe('notice_not_found')
  })

  it('is of no use to who has the mail alone, nor with the password that the attacker set', async () => {
    const { her } = await takenByMail()
    const [mail] = (await notices(her.email, 2)).filter(({ text }) =>
      text.includes('contraseña de tu cuenta'),
    )
    expect((await undo(mail!.key, {})).body.code).toBe('validation_failed')
    for (const proof of [{ password: another }, { code: '000000' }, { code: 'aaaaa-bbbbb' }]) {
      expect((await undo(mail!.key, proof)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await opens(her.email, password)).toBe(false)
    // The attacker has another one sent: what proves her stays what it was.
    const again = client()
    await again.auth.signInWithPassword({ email: her.email, password: another })
    await again.auth.updateUser({ password: 'jacarandas y lluvia', current_password: another })
    const [newest] = (await notices(her.email, 4)).filter(({ text }) =>
      text.includes('contraseña de tu cuenta'),
    )
    expect((await undo(newest!.key, { password: another })).body.code).toBe('current_password_invalid')
    expect((await undo(newest!.key, { password })).status).toBe(200)
    expect(await opens(her.email, password)).toBe(true)
  })

  it('removes a factor of the attacker, with everything that was changed after it', async () => {
    const her = await makeMember(harness)
    const attacker = client()
    await attacker.auth.signInWithPassword({ email: her.email, password })
    const { data } = await attacker.auth.mfa.enroll({ factorType: 'totp' })
    await attacker.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret, -1) })
    await attacker.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret) })
    expect(
      (await attacker.auth.updateUser({ password: another, current_password: password })).error,
    ).toBeNull()
    const mail = (await notices(her.email, 3)).find(({ text }) => text.includes('verificación en dos pasos'))
    expect((await read(mail!.key)).body.proofs, 'the attacker’s own factor proves nothing').toEqual([
      'password',
    ])
    expect((await undo(mail!.key, { code: codeOf(data!.totp.secret, 1) })).status).toBe(422)
    expect((await undo(mail!.key, { password })).status).toBe(200)
    const { rows } = await harness.owner.query('select from auth.mfa_factors where user_id = $1', [her.id])
    expect(rows).toHaveLength(0)
    expect(await opens(her.email, password)).toBe(true)
    expect(await opens(her.email, another)).toBe(false)
  })

  it('brings a factor back that was taken away, by a code or a recovery code of it', async () => {
    const her = await makeMember(harness)
    const supabase = client()
    await supabase.auth.signInWithPassword({ email: her.email, password })
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    const codes = (data!.totp as unknown as { recovery_codes: string[] }).recovery_codes
    await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret, -1) })
    await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codes[0]! })
    expect((await supabase.auth.mfa.unenroll({ factorId: data!.id })).error).toBeNull()
    const mail = (await notices(her.email, 3)).find(({ text }) => text.includes('Se quitó'))
    expect((await read(mail!.key)).body.proofs).toEqual(['password', 'code'])
    expect((await undo(mail!.key, { code: codes[0]! })).body.code).toBe('mfa_verification_failed')
    expect((await undo(mail!.key, { code: codes[1]! })).status).toBe(200)
    await supabase.auth.signInWithPassword({ email: her.email, password })
    const again = await supabase.auth.mfa.challengeAndVerify({
      factorId: data!.id,
      code: codeOf(data!.totp.secret, 1),
    })
    expect(again.error).toBeNull()
  })

  it('gives her address back; the mail to the old one never names the new one', async () => {
    const { her, next, mail } = await takenToAnotherAddress()
    expect(await opens(next, password)).toBe(true)
    for (const { text, html } of await harness.mailsTo(her.email)) expect(text + html).not.toContain(next)
    expect((await undo(mail!.key, { password })).status).toBe(200)
    expect(await opens(her.email, password)).toBe(true)
    expect(await opens(next, password)).toBe(false)
  })

  it('gives her address back though somebody registered there and confirmed nothing', async () => {
    const { her, mail } = await takenToAnotherAddress()
    const signup = await call(harness.app, { path: '/signup', body: { email: her.email, password: another } })
    expect(signup.status).toBe(200)
    expect((await undo(mail!.key, { password })).status).toBe(200)
    expect(await opens(her.email, password)).toBe(true)
  })

  it('says so where her address is a confirmed account now, and changes nothing', async () => {
    const { her, next, mail } = await takenToAnotherAddress()
    await call(harness.app, { path: '/signup', body: { email: her.email, password: another } })
    await harness.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [
      her.email,
    ])
    expect(await undo(mail!.key, { password })).toMatchObject({ status: 409, body: { code: 'email_exists' } })
    expect((await read(mail!.key)).body.state).toBe('open')
    expect(await opens(next, password)).toBe(true)
    expect(await opens(her.email, another)).toBe(true)
    // Once the attacker gave the address up, the same key undoes the change.
    await harness.owner.query('delete from auth.users where email = $1', [her.email])
    expect((await undo(mail!.key, { password })).status).toBe(200)
    expect(await opens(her.email, password)).toBe(true)
  })

  it('does not ask who has an address in between', async () => {
    const { her, next, mail } = await takenToAnotherAddress()
    const third = newAddress()
    await harness.owner.query(
      `insert into local_server.security_notices (id, user_id, kind, proof_hash, details)
       select gen_random_uuid(), id, 'email', encrypted_password, jsonb_build_object('from', $2::text)
       from auth.users where id = $1`,
      [her.id, next],
    )
    await harness.owner.query('update auth.users set email = $2 where id = $1', [her.id, third])
    await call(harness.app, { path: '/signup', body: { email: next, password: another } })
    await harness.owner.query('update auth.users set email_confirmed_at = now() where email = $1', [next])
    expect((await undo(mail!.key, { password })).status).toBe(200)
    expect(await opens(her.email, password)).toBe(true)
  })

  it('makes her password the proof: the one that the attacker had set does not undo it', async () => {
    const { her } = await takenByMail()
    const [mail] = (await notices(her.email, 2)).filter(({ text }) =>
      text.includes('contraseña de tu cuenta'),
    )
    // The attacker's stood for longer than a week, and then another one came by mail: what proves her is the attacker's by now.
    await harness.owner.query(
      `update local_server.mailed_passwords set trusted_hash = encrypted_password
       from auth.users where id = user_id and user_id = $1`,
      [her.id],
    )
    expect((await undo(mail!.key, { password })).status).toBe(200)
    const newest = (await notices(her.email, 4)).find(
      ({ text, key }) => text.includes('contraseña de tu cuenta') && key !== mail!.key,
    )
    expect((await undo(newest!.key, { password: another })).body.code).toBe('current_password_invalid')
    expect(await opens(her.email, password)).toBe(true)
  })

  it('gives a factor back once, where two notices hold it', async () => {
    const her = await makeMember(harness)
    const supabase = client()
    await supabase.auth.signInWithPassword({ email: her.email, password })
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' })
    const codes = (data!.totp as unknown as { recovery_codes: string[] }).recovery_codes
    await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codeOf(data!.totp.secret, -1) })
    await supabase.auth.mfa.challengeAndVerify({ factorId: data!.id, code: codes[0]! })
    await supabase.auth.mfa.unenroll({ factorId: data!.id })
    const mail = (await notices(her.email, 3)).find(({ text }) => text.includes('Se quitó'))
    await harness.owner.query(
      `insert into local_server.security_notices (id, user_id, kind, proof_hash, details)
       select gen_random_uuid(), user_id, kind, proof_hash, details from local_server.security_notices
       where user_id = $1 and kind = 'factor_removed'`,
      [her.id],
    )
    expect((await undo(mail!.key, { password })).status).toBe(200)
    const { rows } = await harness.owner.query('select status from auth.mfa_factors where user_id = $1', [
      her.id,
    ])
    expect(rows).toEqual([{ status: 'verified' }])
  })

  it('is not closed by junk from her own network', async () => {
    const strict = await harness.another({ rateFactor: 1, auth: { notices: { page: '/no-fui-yo' } } })
    const { her } = await takenByMail()
    const [mail] = (await notices(her.email, 2)).filter(({ text }) =>
      text.includes('contraseña de tu cuenta'),
    )
    const ip = '203.0.113.7'
    const send = (path: string, body: Record<string, unknown>) => call(strict, { path, body, ip })
    for (let junk = 0; junk < 31; junk++) await send('/notices', { key: 'f'.repeat(56) })
    expect((await send('/notices', { key: 'f'.repeat(56) })).status, 'what is refused').toBe(429)
    expect((await send('/notices', { key: mail!.key })).status).toBe(200)
    expect((await send('/notices/undo', { key: mail!.key, password })).status).toBe(200)
  })

  it('knows her device by the address that was hers before the change', async () => {
    const strict = await harness.another({ rateFactor: 1, auth: { notices: { page: '/no-fui-yo' } } })
    const { her, mail } = await takenToAnotherAddress()
    // She is back on her device: her cookie stands for the address that she had.
    await harness.owner.query('update auth.users set email = $2 where id = $1', [her.id, her.email])
    const entered = await call(strict, {
      path: '/token?grant_type=password',
      body: { email: her.email, password },
    })
    const cookie = String(entered.headers['set-cookie']).split(';')[0]!
    await harness.owner.query('update auth.users set email = $2 where id = $1', [her.id, newAddress()])
    const answer = (word: string, headers = {}) =>
      call(strict, { path: '/notices/undo', body: { key: mail!.key, password: word }, headers })
    for (let failure = 0; failure < 10; failure++) {
      await harness.owner.query(`delete from local_server.rate_limits where key like 'notices:%'`)
      await answer('no es esta')
    }
    expect((await answer(password)).status, 'a stranger').toBe(429)
    expect((await answer(password, { cookie })).status, 'her device').toBe(200)
  })

  it('waits after ten wrong answers, and ends after seven days', async () => {
    const strict = await harness.another({ rateFactor: 1, auth: { notices: { page: '/no-fui-yo' } } })
    const { her } = await takenByMail()
    const [mail] = (await notices(her.email, 2)).filter(({ text }) =>
      text.includes('contraseña de tu cuenta'),
    )
    const body = { key: mail!.key, password: 'no es esta' }
    for (let failure = 0; failure < 10; failure++) {
      await harness.owner.query(`delete from local_server.rate_limits where key like 'notices:%'`)
      expect((await call(strict, { path: '/notices/undo', body })).body.code).toBe('current_password_invalid')
    }
    const right = { key: mail!.key, password }
    expect((await call(strict, { path: '/notices/undo', body: right })).status).toBe(429)
    await harness.owner.query(
      `update local_server.security_notices set created_at = created_at - interval '7 days' where user_id = $1`,
      [her.id],
    )
    expect((await read(mail!.key)).body.code).toBe('notice_not_found')
    expect((await undo(mail!.key, { password })).body.code).toBe('notice_not_found')
    expect((await read('f'.repeat(56))).status).toBe(404)
  })

  it('where nothing but the mailbox could prove her, only advises', async () => {
    const email = newAddress()
    const supabase = client()
    await supabase.auth.signInWithOtp({ email })
    const { code } = await mailedSecrets(harness, email)
    await supabase.auth.verifyOtp({ email, token: code, type: 'email' })
    expect((await supabase.auth.updateUser({ password: another })).error).toBeNull()
    const [mail] = await notices(email, 1)
    expect((await read(mail!.key)).body).toMatchObject({ kind: 'password', proofs: [] })
    expect((await undo(mail!.key, { password: another })).body.code).toBe('current_password_invalid')
    expect((await undo(mail!.key, { password: '' })).body.code).toBe('validation_failed')
  })
})
