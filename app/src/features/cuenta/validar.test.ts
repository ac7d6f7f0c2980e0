import { describe, expect, it } from 'vitest'
import { codigoOf, identidades, type RegistroForm, validateRegistro } from './validar.ts'

const buildForm = (changes: Partial<RegistroForm> = {}): RegistroForm => ({
  nombre: 'Ana',
  email: 'ana@ejemplo.mx',
  password: 'jacaranda en flor',
  identidad: 'mujer cis',
  codigo: '',
  ...changes,
})

describe('validateRegistro', () => {
  it.each(['mujer cis', 'mujer trans'])('admits %s', (identidad) => {
    expect(validateRegistro(buildForm({ identidad }))).toBeNull()
  })

  it.each(identidades.filter((identidad) => !identidad.startsWith('mujer')))('refuses %s', (identidad) => {
    expect(validateRegistro(buildForm({ identidad }))).toEqual({ kind: 'restringido' })
  })

  it.each([{ nombre: '  ' }, { email: '' }, { password: '' }, { identidad: '' }])(
    'asks for what is missing: %j',
    (changes) => {
      expect(validateRegistro(buildForm(changes))).toEqual({ kind: 'incompleto' })
    },
  )

  it.each(['Al', 'a'.repeat(60)])('takes no name that the profile would refuse: %s', (nombre) => {
    expect(validateRegistro(buildForm({ nombre }))).toMatchObject({ kind: 'campo', campo: 'nombre' })
  })

  it('asks for what is missing before it looks at the identity', () => {
    expect(validateRegistro(buildForm({ nombre: '', identidad: 'otro' }))).toEqual({ kind: 'incompleto' })
  })

  it.each(['ana', 'ana@', '@ejemplo.mx', 'ana@ejemplo', 'ana ana@ejemplo.mx'])(
    'refuses the address %s',
    (email) => {
      expect(validateRegistro(buildForm({ email }))).toMatchObject({ kind: 'campo', campo: 'email' })
    },
  )

  it('takes a code as it was copied, and none; a code that is none is said at its field', () => {
    for (const codigo of ['ABCD2345', ' abcd-2345 ', 'abcd 2345', ''])
      expect(validateRegistro(buildForm({ codigo }))).toBeNull()
    expect(codigoOf(' abcd-2345 ')).toBe('ABCD2345')
    for (const codigo of ['ABCD234', 'ABCD2340', 'hola'])
      expect(validateRegistro(buildForm({ codigo }))).toMatchObject({ kind: 'campo', campo: 'codigo' })
  })

  it('measures the password in letters from below and in bytes from above', () => {
    expect(validateRegistro(buildForm({ password: 'ñandúes' }))).toMatchObject({ campo: 'password' })
    expect(validateRegistro(buildForm({ password: 'ñandúes!' }))).toBeNull()
    expect(validateRegistro(buildForm({ password: 'ñ'.repeat(36) }))).toBeNull()
    expect(validateRegistro(buildForm({ password: 'ñ'.repeat(37) }))).toMatchObject({ campo: 'password' })
  })
})
