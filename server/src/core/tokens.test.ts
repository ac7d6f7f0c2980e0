import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { type TokenError, Tokens } from './tokens.ts'

const SECRET = 'a-secret-of-this-test-with-32-bytes-and-more'
const tokens = new Tokens(SECRET)
const reason = (token: string) =>
  tokens.verify(token).then(
    () => 'accepted',
    (error: TokenError) => error.reason,
  )

describe('Tokens', () => {
  it('refuses a secret that can be guessed', () => {
    expect(() => new Tokens('short')).toThrow(RangeError)
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
      vi.advanceTimersByTime(61_000)
      expect(await reason(token)).toBe('expired')
      expect(await reason(token)).toBe('expired')
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
