import { describe, expect, it } from 'vitest'
import { identidades, type RegistroForm, validarRegistro } from './validar.ts'

const buildForm = (changes: Partial<RegistroForm> = {}): RegistroForm => ({
  nombre: 'Ana',
  email: 'ana@ejemplo.mx',
  password: 'jacaranda en flor',
  identidad: 'mujer cis',
  ...changes,
})

describe('validarRegistro', () => {
  it.each(['mujer cis', 'mujer trans'])('admits %s', (identidad) => {
    expect(validarRegistro(buildForm({ identidad }))).toBeNull()
  })

  it.each(identidades.filter((identidad) => !identidad.startsWith('mujer')))('refuses %s', (identidad) => {
    expect(validarRegistro(buildForm({ identidad }))).toEqual({ kind: 'restringido' })
  })

  it.each([{ nombre: '  ' }, { email: '' }, { password: '' }, { identidad: '' }])(
    'asks for what is missing: %j',
    (changes) => {
      expect(validarRegistro(buildForm(changes))).toEqual({ kind: 'incompleto' })
    },
  )

  it('asks for what is missing before it looks at the identity', () => {
    expect(validarRegistro(buildForm({ nombre: '', identidad: 'otro' }))).toEqual({ kind: 'incompleto' })
  })

  it.each(['ana', 'ana@', '@ejemplo.mx', 'ana@ejemplo', 'ana ana@ejemplo.mx'])(
    'refuses the address %s',
    (email) => {
      expect(validarRegistro(buildForm({ email }))).toMatchObject({ kind: 'campo', campo: 'email' })
    },
  )

  it('measures the password in letters from below and in bytes from above', () => {
    expect(validarRegistro(buildForm({ password: 'ñandúes' }))).toMatchObject({ campo: 'password' })
    expect(validarRegistro(buildForm({ password: 'ñandúes!' }))).toBeNull()
    expect(validarRegistro(buildForm({ password: 'ñ'.repeat(36) }))).toBeNull()
    expect(validarRegistro(buildForm({ password: 'ñ'.repeat(37) }))).toMatchObject({ campo: 'password' })
  })
})
