import { describe, expect, it } from 'vitest'
import {
  estadoOfEncuentro,
  estadoOfEpisodio,
  estadoOfLibro,
  fillSemanas,
  inSemana,
  type Semana,
} from './calendario.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const libro = (change = {}) => ({
  semana: 48,
  disponible: true,
  publica_en: null as string | null,
  url_pdf: '/a.pdf' as string | null,
  ...change,
})
const episodio = (change = {}) => ({
  fecha_creacion: '2026-11-26T12:00:00+00:00',
  visible: true,
  url_audio: '/a.mp3' as string | null,
  ...change,
})
const WEEKS: Semana[] = [
  { semana: 48, lunes: '2026-11-23', desde: '2026-11-23T06:00:00+00:00', hasta: '2026-11-30T06:00:00+00:00' },
  { semana: 49, lunes: '2026-11-30', desde: '2026-11-30T06:00:00+00:00', hasta: '2026-12-07T06:00:00+00:00' },
]

it.each([
  [{}, 'publicado'],
  [{ publica_en: '2026-11-25T11:00:00Z' }, 'publicado'],
  [{ publica_en: '2026-11-25T13:00:00Z' }, 'programado'],
  [{ publica_en: '2026-12-01T00:00:00Z' }, 'después'],
  [{ url_pdf: null }, 'sin archivo'],
  [{ disponible: false, url_pdf: null }, 'oculto'],
])('a book with %o is %s', (change, expected) => {
  expect(estadoOfLibro(libro(change), NOW, new Date(WEEKS[0]!.hasta))).toBe(expected)
})

it.each([
  [{}, 'programado'],
  [{ fecha_creacion: '2026-11-25T12:00:00Z' }, 'publicado'],
  [{ url_audio: null }, 'sin archivo'],
  [{ visible: false }, 'oculto'],
])('an episode with %o is %s', (change, expected) => {
  expect(estadoOfEpisodio(episodio(change), NOW)).toBe(expected)
})

describe('the weeks ahead', () => {
  const gaps = (libros: ReturnType<typeof libro>[], episodios: ReturnType<typeof episodio>[]) =>
    fillSemanas(WEEKS, libros, episodios, NOW).map((week) => week.faltan)

  it('a week lacks what members would not find in it', () => {
    expect(gaps([], [])).toEqual([
      { libro: true, episodio: true },
      { libro: true, episodio: true },
    ])
    expect(gaps([libro()], [episodio()])).toEqual([
      { libro: false, episodio: false },
      { libro: true, episodio: true },
    ])
    expect(
      gaps([libro({ disponible: false }), libro({ url_pdf: null })], [episodio({ visible: false })])[0],
    ).toEqual({ libro: true, episodio: true })
    expect(gaps([libro({ publica_en: '2026-12-01T00:00:00Z' })], [])[0]!.libro).toBe(true)
  })

  it('an episode belongs to the week of its moment, where the service is', () => {
    const days = (fecha_creacion: string) =>
      fillSemanas(WEEKS, [], [episodio({ fecha_creacion })], NOW).map(({ episodios }) => episodios.length)
    expect(days('2026-11-30T05:59:59+00:00')).toEqual([1, 0])
    expect(days('2026-11-30T06:00:00+00:00')).toEqual([0, 1])
    expect(days('2026-11-23T05:59:59+00:00')).toEqual([0, 0])
  })

  it('shows what is hidden too, episodes in their order', () => {
    const later = episodio({ fecha_creacion: '2026-11-28T12:00:00+00:00', visible: false })
    const [week] = fillSemanas(WEEKS, [libro({ disponible: false })], [later, episodio()], NOW)
    expect(week!.libros.map(({ estado }) => estado)).toEqual(['oculto'])
    expect(week!.episodios.map(({ estado }) => estado)).toEqual(['programado', 'oculto'])
  })
})

it.each([
  [{}, 'publicado'],
  [{ estado: 'borrador', termina: '2026-11-25T11:00:00Z' }, 'borrador'],
  [{ estado: 'cancelado' }, 'cancelado'],
  [{ termina: '2026-11-25T12:00:00Z' }, 'terminado'],
])('an event with %o is %s', (change, expected) => {
  const evento = { empieza: '2026-11-25T10:00:00Z', termina: '2026-11-25T13:00:00Z', estado: 'publicado' }
  expect(estadoOfEncuentro({ ...evento, ...change }, NOW)).toBe(expected)
})

it('what has a moment stands in its week, in its order', () => {
  const moments = [
    '2026-11-30T06:00:00Z',
    '2026-11-30T05:59:59Z',
    '2026-11-23T06:00:00Z',
    '2026-11-23T05:59:59Z',
  ]
  expect(WEEKS.map((week) => inSemana(week, moments, (moment) => moment))).toEqual([
    ['2026-11-23T06:00:00Z', '2026-11-30T05:59:59Z'],
    ['2026-11-30T06:00:00Z'],
  ])
})
