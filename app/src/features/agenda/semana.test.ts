import { expect, it } from 'vitest'
import type { Cuando } from './dias.ts'
import { bloquesOf, hoursOf } from './semana.ts'

const at = (hora: string | null, hora_fin: string | null = null) => ({
  dia: '2026-11-23',
  evento: { id: String(hora), hora, hora_fin } as Cuando,
})
const placed = (...list: ReturnType<typeof at>[]) =>
  bloquesOf(list).map(({ desde, hasta, lane, lanes }) => [desde / 60, hasta / 60, lane, lanes])

it('an event stands from its hour to its end, an hour long without one', () => {
  expect(placed(at(null), at('09:00', '10:30'), at('12:00:00'))).toEqual([
    [9, 10.5, 0, 1],
    [12, 13, 0, 1],
  ])
})

it('a short one is as high as its words, a late one ends with the day', () => {
  expect(placed(at('09:00', '09:05'), at('22:00', '06:00'), at('23:50'))).toEqual([
    [9, 9.5, 0, 1],
    [22, 24, 0, 2],
    [23.5, 24, 1, 2],
  ])
})

it('what overlaps stands side by side, and what comes after has the whole width again', () => {
  expect(placed(at('09:00', '12:00'), at('10:00', '11:00'), at('11:00', '13:00'), at('13:00'))).toEqual([
    [9, 12, 0, 2],
    [10, 11, 1, 2],
    [11, 13, 1, 2],
    [13, 14, 0, 1],
  ])
})

it('a week shows the hours of a day, and more where there is something', () => {
  expect(hoursOf([])).toEqual([8, 20])
  expect(hoursOf(bloquesOf([at('06:30'), at('22:00', '06:00')]))).toEqual([6, 24])
})
