import { expect, it } from 'vitest'
import { isConfirmacion, readRetorno } from './retorno.ts'
import { retornoText } from './retornoText.ts'

it.each([
  ['?code=abc', '', { kind: 'code' }],
  ['', '', null],
  ['?codigo=ABCD2345', '', null],
  [
    '',
    '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid&sb',
    { kind: 'error', code: 'otp_expired', description: 'Email link is invalid' },
  ],
  [
    '?error=server_error&error_description=Nope',
    '',
    { kind: 'error', code: 'server_error', description: 'Nope' },
  ],
])('reads %s%s', (search, hash, expected) => {
  expect(readRetorno({ search, hash })).toEqual(expected)
})

it.each([
  ['/', '#message=Email+confirmed&type=signup&token_hash=a1', true],
  ['/landing', '#type=signup&token_hash=a1', true],
  ['/cuenta/confirmada', '#type=signup&token_hash=a1', false],
  ['/', '#type=email_change', false],
  ['/', '', false],
])('knows a registration that led to %s%s', (pathname, hash, expected) => {
  expect(isConfirmacion({ pathname, hash })).toBe(expected)
})

it('says what to do where her address has an account with a password', () => {
  const description = 'A user with this email address has already been registered'
  expect(retornoText({ code: 'email_exists', description })).toBe(
    'Esta dirección ya tiene cuenta: entra con tu contraseña.',
  )
  expect(retornoText({ code: 'user_banned', description: '' })).toBe('Esta cuenta está suspendida.')
})
