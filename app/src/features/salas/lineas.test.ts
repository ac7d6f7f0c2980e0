import { describe, expect, it } from 'vitest'
import { compare, inicio, keepOnly, type Mensaje, merge, nombreOfDia } from './lineas.ts'

function build(id: string, second: number, user = 'ana'): Mensaje {
  return {
    id,
    sala_id: 'sala',
    user_id: user,
    contenido: id,
    creado_en: `2026-11-21T10:00:${String(second).padStart(2, '0')}.5+00:00`,
  }
}
const ids = (list: readonly Mensaje[]) => list.map(({ id }) => id).join('')

describe('merge', () => {
  it('each once, in the order of the circle, however they come', () => {
    const held = merge([], [build('b', 2), build('a', 1)])
    expect(ids(held)).toBe('ab')
    expect(ids(merge(held, [build('d', 4), build('b', 2), build('c', 3), build('d', 4)]))).toBe('abcd')
    expect(ids(merge(held, [build('0', 0)]))).toBe('0ab')
    expect(ids(merge(held, [build('c', 1)]))).toBe('acb')
  })
  it('is the same list where nothing is new', () => {
    const held = [build('a', 1)]
    expect(merge(held, [build('a', 1)])).toBe(held)
  })
  it('orders two of one moment by their ids, and one is equal to itself', () => {
    const [a, b] = [build('a', 1), build('b', 1)]
    expect([compare(a, b), compare(b, a), compare(a, a)]).toEqual([-1, 1, 0])
    expect(ids(merge([b], [a]))).toBe('ab')
    expect(ids(merge([build('a', 1), build('c', 3)], [build('b', 2)]))).toBe('abc')
  })
  it('orders parts of a second as PostgreSQL writes them', () => {
    const at = (moment: string) => ({ ...build('x', 0), creado_en: `2026-11-21T10:00:00${moment}+00:00` })
    const moments = ['', '.1', '.12', '.123456', '.2']
    expect([...moments].reverse().map(at).sort(compare)).toEqual(moments.map(at))
  })
})

describe('keepOnly', () => {
  const held = [build('a', 1), build('b', 2), build('c', 3)]
  it('drops what was deleted meanwhile', () => {
    expect(ids(keepOnly(held, [build('a', 1), build('c', 3)], true))).toBe('ac')
    expect(ids(keepOnly(held, [], true))).toBe('')
    expect(ids(keepOnly(held, [], false)), 'where nothing was told').toBe('abc')
    expect(keepOnly(held, [...held], true)).toBe(held)
  })
  it('concludes nothing beyond what was asked', () => {
    expect(ids(keepOnly(held, [build('a', 1), build('b', 2)], false))).toBe('abc')
    expect(ids(keepOnly(held, [build('b', 2)], false))).toBe('bc')
  })
})

describe('keepOnly and a tie', () => {
  it('concludes nothing of a message at one moment with the last that was told of, and beyond it by its id', () => {
    const at = (id: string): Mensaje => ({ ...build(id, 2), creado_en: build('b', 2).creado_en })
    const held = [at('b'), at('c'), at('d')]
    expect(keepOnly(held, [at('c')], false).map(({ id }) => id)).toEqual(['c', 'd'])
  })
})

describe('inicio', () => {
  it('names day and author where they begin', () => {
    expect(inicio(undefined, build('a', 1))).toEqual({ dia: '2026-11-21', comienza: true })
    expect(inicio(build('a', 1), build('b', 2))).toEqual({ dia: null, comienza: false })
    expect(inicio(build('a', 1), build('b', 2, 'bea'))).toEqual({ dia: null, comienza: true })
    const before = { ...build('a', 1), creado_en: '2026-11-19T10:00:00+00:00' }
    expect(inicio(before, build('b', 2))).toEqual({ dia: '2026-11-21', comienza: true })
  })
  it('names her again after five minutes, and on the next day however near', () => {
    const at = (moment: string, id = 'b') => ({ ...build(id, 1), creado_en: `2026-11-21T${moment}+00:00` })
    expect(inicio(at('10:00:00', 'a'), at('10:04:59')).comienza).toBe(false)
    expect(inicio(at('10:00:00', 'a'), at('10:05:00')).comienza).toBe(true)
    const midnight = new Date(2026, 10, 22).getTime()
    const around = (ms: number, id: string) => ({
      ...build(id, 1),
      creado_en: new Date(midnight + ms).toISOString(),
    })
    expect(inicio(around(-1_000, 'a'), around(1_000, 'b'))).toEqual({ dia: '2026-11-22', comienza: true })
  })
  it('never runs those who left together', () => {
    const nobody = (id: string) => ({ ...build(id, 1), user_id: null })
    expect(inicio(nobody('a'), nobody('b')).comienza).toBe(true)
  })
})

it('days have names', () => {
  const today = '2026-11-21'
  expect(['2026-11-21', '2026-11-20', '2026-11-19'].map((day) => nombreOfDia(day, today))).toEqual([
    'Hoy',
    'Ayer',
    'jueves, 19 de noviembre de 2026',
  ])
})
