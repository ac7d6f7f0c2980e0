import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../lib/form/errors.ts'
import { codigoOf, identidades, isAdmitida, type RegistroForm, registroSchema } from './validar.ts'

const check = (changes: Partial<RegistroForm> = {}) =>
  errorsOf(registroSchema, {
    nombre: 'Ana',
    email: 'ana@ejemplo.mx',
    password: 'jacaranda en flor',
    identidad: 'mujer cis',
    codigo: '',
    ...changes,
  })

it('admits women alone', () => {
  expect(identidades.filter(isAdmitida)).toEqual(['mujer cis', 'mujer trans'])
})

describe('a registration', () => {
  it.each(['Al', 'a'.repeat(60)])('takes no name that the profile would refuse: %s', (nombre) => {
    expect(Object.keys(check({ nombre })!)).toEqual(['nombre'])
  })

  it.each(['ana', 'ana@', '@ejemplo.mx', 'ana@ejemplo', 'ana ana@ejemplo.mx'])(
    'refuses the address %s',
    (email) => {
      expect(check({ email })).toEqual({ email: 'Ese correo no parece completo. Revísalo, por favor.' })
    },
  )

  it('takes an address with blanks around it', () =>
    expect(check({ email: ' ana@ejemplo.mx ' })).toBeUndefined())

  it('takes a code as it was copied, and none; a code that is none is said at its field', () => {
    for (const codigo of ['ABCD2345', ' abcd-2345 ', 'abcd 2345', ''])
      expect(check({ codigo })).toBeUndefined()
    expect(codigoOf(' abcd-2345 ')).toBe('ABCD2345')
    for (const codigo of ['ABCD234', 'ABCD2340', 'hola'])
      expect(check({ codigo })).toEqual({
        codigo: 'Son ocho letras y números. Si no tienes uno, déjalo vacío.',
      })
  })

  it('measures the password in letters from below and in bytes from above', () => {
    expect(Object.keys(check({ password: 'ñandúes' })!)).toEqual(['password'])
    expect(check({ password: 'ñandúes!' })).toBeUndefined()
    expect(check({ password: 'ñ'.repeat(36) })).toBeUndefined()
    expect(Object.keys(check({ password: 'ñ'.repeat(37) })!)).toEqual(['password'])
  })

  it('says only the first field that is wrong', () => {
    const wrong = { nombre: 'Al', email: 'ana', password: 'x', codigo: 'hola' }
    expect(Object.keys(check(wrong)!)).toEqual(['nombre'])
    expect(Object.keys(check({ ...wrong, nombre: 'Ana' })!)).toEqual(['email'])
    expect(Object.keys(check({ ...wrong, nombre: 'Ana', email: 'ana@ejemplo.mx' })!)).toEqual(['password'])
  })
})
