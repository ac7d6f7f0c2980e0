import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { claimsText, type TokenError, Tokens } from './tokens.ts'

const SECRET = 'a-secret-of-this-test-with-32-bytes-and-more'
const tokens = new Tokens(SECRET)
const reason = (token: string) =>
  tokens.verify(token).then(
    () => 'accepted',
    (error: TokenError) => error.reason,
  )

describe('Tokens', () => {
  it('refuses a secret that can be guessed', () => {
    expect(() => new Tokens('x'.repeat(31))).toThrow(
      new RangeError('The JWT secret must have at least 32 bytes.'),
    )
    expect(() => new Tokens('x'.repeat(32))).not.toThrow()
    expect(() => new Tokens('ñ'.repeat(16)), 'bytes are counted, not letters').not.toThrow()
  })

  it('notes when it signed, and for how long, unless it is told', async () => {
    const before = Math.floor(Date.now() / 1000)
    const { iat, exp } = await tokens.verify(await tokens.sign({ role: 'anon' }, 60))
    expect(iat).toBeGreaterThanOrEqual(before)
    expect(iat).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
    expect(exp).toBe(iat! + 60)
    expect(await tokens.verify(await tokens.sign({ role: 'anon', iat: 5 }))).toEqual({ role: 'anon', iat: 5 })
  })

  it('computes the signature of a token once, and remembers ten thousand of them', async () => {
    const few = new Tokens(SECRET)
    const first = await few.sign({ role: 'anon', sub: 'first' })
    const claims = await few.verify(first)
    expect(await few.verify(first)).toBe(claims)
    const remembered = (few as unknown as { checked: Map<string, unknown> }).checked
    for (let n = remembered.size; n < 10_000; n++) remembered.set(`token ${n}`, {})
    await few.verify(await few.sign({ role: 'anon', sub: 'one more' }))
    expect(remembered.size).toBe(10_000)
    expect(remembered.has(first), 'the oldest is forgotten').toBe(false)
    expect(await few.verify(first)).toEqual(claims)
  })

  it('gives everybody who shows a token the same claims, which nobody can change, and their text', async () => {
    const token = await tokens.sign({ role: 'anon', app_metadata: { providers: ['email'] } })
    const claims = (await tokens.verify(token)) as { role: string; app_metadata: { providers: string[] } }
    expect(() => Object.assign(claims, { role: 'service_role' })).toThrow(TypeError)
    expect(() => claims.app_metadata.providers.push('phone')).toThrow(TypeError)
    expect(claimsText(claims)).toBe(JSON.stringify(claims))
    expect(claimsText({ role: 'anon' }), 'of no token').toBe('{"role":"anon"}')
  })

  it('says why', async () => {
    const expired = await tokens.sign({ role: 'anon', exp: 1 })
    await expect(tokens.verify(expired)).rejects.toMatchObject({ name: 'TokenError', message: 'JWT expired' })
    await expect(tokens.verify('x')).rejects.toMatchObject({ reason: 'invalid', message: 'JWT is invalid' })
    const key = new TextEncoder().encode(SECRET)
    const nobody = await new SignJWT({ role: 7 }).setProtectedHeader({ alg: 'HS256' }).sign(key)
    await expect(tokens.verify(nobody)).rejects.toMatchObject({
      reason: 'invalid',
      message: 'JWT has no role',
    })
  })

  it('gives back what it signed', async () => {
    const token = await tokens.sign({ role: 'authenticated', sub: 'ana' }, 60)
    expect(await tokens.verify(token)).toMatchObject({ role: 'authenticated', sub: 'ana' })
  })

  it('refuses a token from the moment it expires, also one that it remembers', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const token = await tokens.sign({ role: 'authenticated' }, 60)
      expect(await reason(token)).toBe('accepted')
      const { exp } = await tokens.verify(token)
      vi.setSystemTime(exp! * 1000 - 1)
      expect(await reason(token)).toBe('accepted')
      vi.setSystemTime(exp! * 1000)
      expect(await reason(token)).toBe('expired')
      await expect(tokens.verify(token)).rejects.toThrow('JWT expired')
      expect(await reason(token)).toBe('expired')
    } finally {
      vi.useRealTimers()
    }
  })

  it('takes one that was signed before the clock was set back, and one that had ended by a wrong clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const signedAt = Date.now()
      const token = await tokens.sign({ role: 'authenticated' }, 60)
      vi.setSystemTime(signedAt - 2 * 60 * 60_000)
      expect(await reason(token)).toBe('accepted')
      vi.setSystemTime(signedAt + 2 * 60 * 60_000)
      expect(await reason(token)).toBe('expired')
      vi.setSystemTime(signedAt)
      expect(await reason(token)).toBe('accepted')
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses every forgery', async () => {
    const key = (secret: string) => new TextEncoder().encode(secret)
    const claims = { role: 'service_role' }
    const good = await tokens.sign({ role: 'anon' })
    const [header, , signature] = good.split('.')
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const forgeries = {
      'another key': await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key('x'.repeat(40))),
      'another algorithm': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS384' })
        .sign(key(SECRET.padEnd(48, '!'))),
      'no algorithm': new UnsecuredJWT(claims).encode(),
      'a changed payload': `${header}.${forged}.${signature}`,
      'no role': await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(key(SECRET)),
      'no token': 'not.a.token',
      nothing: '',
    }
    for (const [name, token] of Object.entries(forgeries)) expect(await reason(token), name).toBe('invalid')
  })
})
