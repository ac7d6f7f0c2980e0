import { describe, expect, it } from 'vitest'
import { rastros } from './privacidad.ts'

describe('what leads to somebody is seen', () => {
  it.each([
    ['Llámame al 55 1234 5678 cuando puedas', 'telefono', '55 1234 5678'],
    ['mi cel: +52 (55) 1234-5678.', 'telefono', '+52 (55) 1234-5678'],
    ['5512345678', 'telefono', '5512345678'],
    ['Escríbeme a ana.sol+1@correo.com.mx, por favor', 'correo', 'ana.sol+1@correo.com.mx'],
    ['Vivo en la calle Benito Juárez 140 con mi tía', 'direccion', 'calle Benito Juárez 140'],
    ['en Av. Insurgentes Sur núm. 300', 'direccion', 'Av. Insurgentes Sur núm. 300'],
    ['la Carrera 7 # 12-40', 'direccion', 'Carrera 7 # 12-40'],
    ['crecí en la colonia Roma', 'direccion', 'colonia Roma'],
    ['Colonia San Rafael', 'direccion', 'Colonia San Rafael'],
    ['C.P. 06700', 'direccion', 'C.P. 06700'],
    ['Él se llama Juan Pérez y trabaja aquí', 'nombre', 'Juan Pérez'],
    ['María de la Luz Hernández me ayudó', 'nombre', 'María de la Luz Hernández'],
    ['mi vecina, LUCÍA GÓMEZ', 'nombre', 'LUCÍA GÓMEZ'],
  ])('%s', (text, rastro, texto) => expect(rastros(text)).toContainEqual({ rastro, texto }))
})

describe('a story without traces is left alone', () => {
  it.each([
    'Un martes cualquiera hice mi maleta y no miré atrás.',
    'Tenía 24 años en 2019 y ganaba $12,500 al mes.',
    'Fue el 12-05-2019, a las 10:30.',
    'Me fui a la Ciudad de México con mi hija Sofía.',
    'Gracias a Dios. María me abrió la puerta.',
    'La calle estaba vacía. Caminé 3 horas.',
    'Mi carrera terminó. Tenía dos hijos y ganas de vivir.',
    '',
  ])('%s', (text) => expect(rastros(text)).toEqual([]))
})

it('says a thing once, however often it stands there', () =>
  expect(rastros('a@b.mx y a@b.mx')).toEqual([{ rastro: 'correo', texto: 'a@b.mx' }]))

it('a text made to be slow is not', () => {
  const started = performance.now()
  for (const text of [
    '1 '.repeat(10_000),
    'calle '.repeat(3300),
    'Ana '.repeat(5000),
    `${'a.'.repeat(10_000)}@`,
  ])
    rastros(text)
  expect(performance.now() - started).toBeLessThan(1000)
})
