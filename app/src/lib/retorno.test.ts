import { expect, it } from 'vitest'
import { readRetorno } from './retorno.ts'

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
