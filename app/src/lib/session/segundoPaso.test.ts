import type { Session } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { needsSegundoPaso } from './segundoPaso.ts'

const session = (aal: string, status?: 'verified' | 'unverified') =>
  ({
    access_token: `x.${btoa(JSON.stringify({ aal, name: 'ñ' }))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '')}.y`,
    user: { factors: status && [{ id: 'f', factor_type: 'totp', status }] },
  }) as unknown as Session

it.each([
  ['aal1', 'verified', true],
  ['aal2', 'verified', false],
  ['aal1', 'unverified', false],
  ['aal1', undefined, false],
] as const)('%s with a factor that is %s: %s', (aal, status, falta) => {
  expect(needsSegundoPaso(session(aal, status))).toBe(falta)
})

it('lets the service decide where the token cannot be read', () => {
  expect(needsSegundoPaso({ ...session('aal1', 'verified'), access_token: 'nada' })).toBe(false)
})
