import { expect, it } from 'vitest'
import { errorsOf } from '../../../lib/form/errors.ts'
import { DOUBTFUL_NUMBER, PhoneError } from '../../../lib/outside/phone.ts'
import { type Borrador, borradorOf, contactoSchema, readContacto, SHORT_NUMBER } from './validar.ts'

const borradorVacio = borradorOf(null)
const check = (borrador: Borrador) => errorsOf(contactoSchema, borrador)
const lucia = { ...borradorVacio, nombre: 'Lucía', telefono: '55 1234 5678' }

it('asks for a name and a number, and begins with priority 1', () => {
  expect(check(borradorVacio)).toEqual({
    nombre: 'Escribe su nombre.',
    telefono: 'Escribe su teléfono.',
  })
  expect(check({ ...lucia, nombre: '   ' })).toEqual({ nombre: 'Escribe su nombre.' })
  expect(check({ ...lucia, telefono: '\t' })).toEqual({ telefono: 'Escribe su teléfono.' })
  expect(check(lucia)).toBeUndefined()
  expect(borradorVacio.prioridad).toBe('1')
})

it('tidies the name and normalises the number', async () => {
  expect(await readContacto({ ...lucia, nombre: '  Lucía   Méndez ' })).toEqual({
    contacto: { nombre: 'Lucía Méndez', telefono: '+525512345678', prioridad: 1 },
    duda: null,
  })
})

it('asks to look twice at a number that exists nowhere', async () => {
  expect(await readContacto({ ...lucia, telefono: '1234567890' })).toMatchObject({
    duda: DOUBTFUL_NUMBER,
  })
})

it('asks to look twice at a number that receives no messages, as one that was not written to its end', async () => {
  for (const telefono of ['33 1245', '911', '*765'])
    expect(await readContacto({ ...lucia, telefono })).toMatchObject({ duda: SHORT_NUMBER })
})

it('refuses what is no number, and a priority that is none', async () => {
  await expect(readContacto({ ...lucia, telefono: 'la de siempre' })).rejects.toBeInstanceOf(PhoneError)
  for (const prioridad of ['0', '6', '1.5', '', 'uno', '-1', 'Infinity']) {
    await expect(readContacto({ ...lucia, prioridad })).rejects.toBeInstanceOf(RangeError)
  }
})
