import { expect, it } from 'vitest'
import { direccionOf } from './direccion.ts'
import { capituloAt, nombreOfEpisodio } from './episodio.ts'

it('an episode is called by its title, or by its day', () => {
  expect(nombreOfEpisodio({ titulo: ' Uno ', fecha_creacion: '2026-11-20T12:00:00Z' })).toBe('Uno')
  expect(nombreOfEpisodio({ titulo: ' ', fecha_creacion: '2026-11-20T12:00:00Z' })).toBe(
    'Episodio del 20 de noviembre de 2026',
  )
})

it('the chapter of a moment is the last one that has begun', () => {
  const capitulos = [
    { segundo: 10, titulo: 'a' },
    { segundo: 60, titulo: 'b' },
  ]
  expect([0, 9.9, 10, 59, 60, 999].map((at) => capituloAt(capitulos, at)?.titulo)).toEqual([
    undefined,
    undefined,
    'a',
    'a',
    'b',
    'b',
  ])
})

it('a file is asked for as of its version once it was replaced', () => {
  expect([direccionOf('/a.pdf', 1), direccionOf('/a.pdf', 3), direccionOf(null, 3)]).toEqual([
    '/a.pdf',
    '/a.pdf?v=3',
    null,
  ])
})
