import { expect, it } from 'vitest'
import { comesFromMail } from './recuperacion.ts'

const NOW = 1_800_000_000
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
const token = (payload: unknown) =>
  `e30.${base64(JSON.stringify(payload)).replace(/\+/g, '-').replace(/\//g, '_')}.x`
const by = (method: string, ago = 60) => token({ sub: 'ñandú', amr: [{ method, timestamp: NOW - ago }] })

it('a session that a mail opened within the hour', () => {
  expect(comesFromMail(by('recovery'), NOW * 1000)).toBe(true)
  expect(comesFromMail(by('otp'), NOW * 1000)).toBe(true)
})

it('no other one', () => {
  for (const other of [by('password'), by('recovery', 3601), token({}), '', 'a.b.c']) {
    expect(comesFromMail(other, NOW * 1000)).toBe(false)
  }
})
