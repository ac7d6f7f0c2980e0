import { expect, it } from 'vitest'
import { ServiceError } from '../api/errors.ts'
import { beginPassword } from './contrasena.ts'

const refuse = (code: string) => {
  throw new ServiceError('no', code, 400)
}

/** A service whose answers get lost while `lost`; her password. */
function account() {
  const her = { password: 'la de antes', lost: false, tries: 0 }
  const set = beginPassword(async (nueva, actual) => {
    her.tries += 1
    if (actual !== undefined && actual !== her.password) refuse('current_password_invalid')
    if (nueva === her.password) refuse('same_password')
    her.password = nueva
    if (her.lost) refuse('network')
  })
  return { her, set }
}

it.each([
  ['with the one of before', 'la de antes'],
  ['by a mailed link', undefined],
])('a password that has arrived is no failure when she presses again, %s', async (_, actual) => {
  const { her, set } = account()
  her.lost = true
  await expect(set('la nueva', actual)).rejects.toMatchObject({ code: 'network' })
  her.lost = false
  await set('la nueva', actual)
  expect(her.password).toBe('la nueva')
})

it('one that is wrong is wrong, and is asked about once', async () => {
  const { her, set } = account()
  await expect(set('la nueva', 'no es')).rejects.toMatchObject({ code: 'current_password_invalid' })
  await expect(set('la de antes', 'la de antes')).rejects.toMatchObject({ code: 'same_password' })
  expect(her.tries).toBe(2)
  // Nothing of another one arrived.
  her.lost = true
  await expect(set('la nueva', 'la de antes')).rejects.toMatchObject({ code: 'network' })
  her.lost = false
  await expect(set('otra', 'la de antes')).rejects.toMatchObject({ code: 'current_password_invalid' })
})
