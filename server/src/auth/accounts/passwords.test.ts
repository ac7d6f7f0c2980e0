import { expect, it } from 'vitest'
import { hashPassword } from './passwords.ts'

// In a file of its own: tests that make accounts hash at no cost.
it('hashes as Supabase does, so that accounts can be moved there', async () => {
  expect(await hashPassword('una clave larga')).toMatch(/^\$2[ab]\$10\$.{53}$/)
})
