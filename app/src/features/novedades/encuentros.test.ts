import { describe, expect, it } from 'vitest'
import { byMonth, type Encuentro, isFarOff, tellOpening, tellWhen, waitsForLink } from './encuentros.ts'

const local = (text: string) => new Date(text).toISOString()

describe('an event', () => {
  it('says when it is, on her clock', () => {
    expect(tellWhen({ empieza: local('2026-12-04T18:00'), termina: local('2026-12-04T19:30') })).toBe(
      'viernes, 4 de diciembre de 2026, de 18:00 a 19:30',
    )
    expect(tellWhen({ empieza: local('2026-12-31T22:00'), termina: local('2027-01-01T00:30') })).toBe(
      'jueves, 31 de diciembre de 2026, de 22:00 a 00:30 del viernes, 1 de enero de 2027',
    )
  })

  it('says when its link is there: on another day too, and never of an hour that has passed', () => {
    const one = { empieza: local('2026-12-04T18:00') }
    const tellAt = (abre: string, now: string) => tellOpening(local(abre), one, Date.parse(local(now)))
    expect(tellAt('2026-12-04T17:45', '2026-12-01T09:00')).toBe(
      'El enlace aparece aquí a las 17:45 de ese día.',
    )
    expect(tellAt('2026-12-03T18:00', '2026-12-01T09:00')).toBe(
      'El enlace aparece aquí a las 18:00 del jueves, 3 de diciembre de 2026.',
    )
    expect(tellAt('2026-12-04T17:45', '2026-12-04T17:46')).toMatch(/^El enlace todavía no está/)
  })

  it('stands below its month', () => {
    const [a, b, c] = ['2026-11-30T23:30', '2026-12-01T00:30', '2026-12-20T10:00'].map((text) => ({
      empieza: local(text),
    }))
    expect(byMonth([a!, b!, c!])).toEqual([
      ['noviembre de 2026', [a]],
      ['diciembre de 2026', [b, c]],
    ])
    expect(byMonth([])).toEqual([])
  })

  it('can be reminded of while there is an hour', () => {
    const one = { empieza: '2026-12-04T18:00:00Z' }
    expect(
      ['16:59:59', '17:00:00', '19:00:00'].map((at) => isFarOff(one, Date.parse(`2026-12-04T${at}Z`))),
    ).toEqual([true, false, false])
  })

  it('is asked for its link only while one may come: with a seat, within the hour, and none there', () => {
    const now = Date.parse('2026-12-04T17:00:00Z')
    const own = { mia: 'dentro', abre: '2026-12-04T17:45:00Z', enlace: null, cancelado: false } as Encuentro
    expect(waitsForLink(own, now)).toBe(true)
    expect(waitsForLink({ ...own, mia: 'espera' }, now)).toBe(false)
    expect(waitsForLink({ ...own, abre: '2026-12-04T18:45:00Z' }, now)).toBe(false)
    expect(waitsForLink({ ...own, abre: null }, now)).toBe(false)
    expect(waitsForLink({ ...own, enlace: 'https://video.test/x' }, now)).toBe(false)
    expect(waitsForLink({ ...own, cancelado: true }, now)).toBe(false)
  })
})
