import { expect, it } from 'vitest'
import { ServiceError } from '../../../lib/api/errors.ts'
import { errorsOf } from '../../../lib/form/errors.ts'
import { ESCRITO_VACIO, nextVersion, politicaSchema, refusalOf } from './versiones.ts'

const now = new Date('2026-11-23T12:00:00Z')
const whole = { ...ESCRITO_VACIO, titulo: 'a', version: '1', contenido: '<p>x</p>', queCambio: 'Nada.' }

it('asks for what a version needs', () => {
  const check = (escrito: Partial<typeof whole>, first = false) =>
    Object.keys(errorsOf(politicaSchema({ first, now }), { ...whole, ...escrito }) ?? {})
  expect(check(ESCRITO_VACIO)).toEqual(['titulo', 'version', 'contenido', 'queCambio'])
  expect(check({})).toEqual([])
  expect(check({ queCambio: ' ' })).toEqual(['queCambio'])
  // A small correction asks nobody, and of a first one nothing changed.
  expect(check({ queCambio: '', menor: true })).toEqual([])
  expect(check({ queCambio: '' }, true)).toEqual([])
  expect(check({ desde: '2027-01-01T10:00' })).toEqual([])
  expect(check({ desde: 'ayer' })).toEqual(['desde'])
  expect(check({ desde: '2025-01-01T10:00' })).toEqual(['desde'])
})

it('says in words what is missing, and blanks are nothing', () => {
  const blank = { titulo: ' ', version: ' ', contenido: ' ', queCambio: ' ', menor: false, desde: 'ayer' }
  expect(errorsOf(politicaSchema({ first: false, now }), blank)).toEqual({
    titulo: 'Escribe el título.',
    version: 'Escribe la versión, por ejemplo 1.1.',
    contenido: 'Escribe el texto.',
    desde: 'Elige el día y la hora.',
    queCambio: 'Di qué cambió: es lo primero que lee cada una.',
  })
  const at = (desde: string) => errorsOf(politicaSchema({ first: false, now }), { ...whole, desde })
  expect(at('2026-11-23T11:59:59Z')).toEqual({ desde: 'Ese momento ya pasó. Elige otro, o déjalo vacío.' })
  expect(at('2026-11-23T12:00:00Z')).toBeUndefined()
})

it('says at its field why the database refused one', () => {
  expect(refusalOf(new ServiceError('', '23505', 409), ' 1.0 ')?.version).toContain('la versión 1.0.')
  expect(refusalOf(new ServiceError('', '23514', 400), '2')).toEqual({
    contenido: 'El texto no se puede publicar: está vacío o es demasiado largo.',
  })
  expect(refusalOf(new ServiceError('Di qué cambió.', 'PT422', 422), '2')).toEqual({
    queCambio: 'Di qué cambió.',
  })
  expect(refusalOf(new ServiceError('', 'network', 0), '2')).toBeNull()
  // What failed before the database was asked is none of its refusals, whatever it carries.
  expect(refusalOf(Object.assign(new Error(), { code: '23505' }), '2')).toBeNull()
})

it.each([
  ['1.0', false, [], '1.1'],
  ['1.0', true, [], '1.0.1'],
  ['1.0.4', true, ['1.0.5'], '1.0.6'],
  ['1.0.4', false, ['1.1', '1.2'], '1.3'],
  ['2', false, [], '2.1'],
  ['primera', false, [], ''],
] as const)('after %s (small: %s, taken: %s) comes %s', (current, menor, taken, expected) => {
  expect(nextVersion(current, menor, taken)).toBe(expected)
})
