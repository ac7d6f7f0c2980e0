import { describe, expect, it } from 'vitest'
import { randomBelow } from '../../lib/random.ts'
import { arcanos } from './arcanos.ts'
import { cartasOf, drawCartas, drawOfToday, startReading, tiradas } from './tirada.ts'

/** Always the same sequence (mulberry32), so that a verdict on fairness never changes by chance. */
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

describe('the cards', () => {
  it('are the 22 major arcana, each with its own name, meaning and picture', () => {
    expect(arcanos).toHaveLength(22)
    for (const field of ['nombre', 'significado', 'imagenUrl'] as const) {
      expect(new Set(arcanos.map((arcano) => arcano[field])).size, field).toBe(22)
    }
  })

  it('answer Sí, No and Tal vez', () => {
    expect(new Set(arcanos.map(({ respuesta }) => respuesta))).toEqual(new Set(['Sí', 'No', 'Tal vez']))
  })
})

describe('a draw', () => {
  it('lays five cards on five places, and one for yes or no', () => {
    const five = drawCartas('cinco', randomBelow)
    expect(five.map(({ posicion }) => posicion)).toEqual([
      'Pasado',
      'Presente',
      'Futuro',
      'Obstáculo',
      'Mensaje del Alma',
    ])
    const one = drawCartas('siONo', randomBelow)
    expect(one).toHaveLength(1)
    expect(one[0]).not.toHaveProperty('posicion')
    expect(tiradas.siONo.nombre).toBe('Tirada Sí o No')
  })

  it('is fair on every place, and never repeats a card: 100,000 draws', () => {
    const random = seeded(20261121)
    const counts = Array.from({ length: 5 }, () => new Map<string, number>())
    let repeated = 0
    for (let draw = 0; draw < 100_000; draw++) {
      const cards = drawCartas('cinco', random)
      if (new Set(cards.map(({ nombre }) => nombre)).size !== 5) repeated++
      for (const [place, { nombre }] of cards.entries()) {
        counts[place]!.set(nombre, (counts[place]!.get(nombre) ?? 0) + 1)
      }
    }
    expect(repeated).toBe(0)
    const expected = 100_000 / 22
    for (const place of counts) {
      const chiSquare = arcanos.reduce(
        (sum, { nombre }) => sum + ((place.get(nombre) ?? 0) - expected) ** 2 / expected,
        0,
      )
      // 21 degrees of freedom: a fair draw stays below 46.8 in 999 of 1,000 cases.
      expect(chiSquare).toBeLessThan(46.8)
    }
  })
})

describe('a spread that is kept', () => {
  it('is the same one when it is read again', () => {
    const reading = startReading('cinco', seeded(7))
    expect(cartasOf(JSON.parse(JSON.stringify(reading)))).toEqual(drawCartas('cinco', seeded(7)))
    expect(cartasOf(startReading('siONo', seeded(7)))).toHaveLength(1)
  })

  it('is none where its cards are no longer known', () => {
    const reading = startReading('cinco', seeded(7))
    expect(cartasOf({ ...reading, cartas: ['Otra', ...reading.cartas.slice(1)] })).toBeNull()
    expect(cartasOf({ ...reading, tirada: 'doce' as 'cinco' })).toBeNull()
  })
})

describe('randomness', () => {
  it('stays below its limit and reaches every number', () => {
    const seen = new Set(Array.from({ length: 5_000 }, () => randomBelow(22)))
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_, number) => number))
  })

  it('throws away values that would make the first numbers likelier', () => {
    const values = [0xffff_ffff, 0xffff_fffe, 43]
    const original = crypto.getRandomValues
    crypto.getRandomValues = ((array: Uint32Array) => {
      array[0] = values.shift()!
      return array
    }) as typeof crypto.getRandomValues
    try {
      // 2³² is no multiple of 22: values above the largest multiple are drawn again, or the draw would be biased.
      expect(randomBelow(22)).toBe(43 % 22)
    } finally {
      crypto.getRandomValues = original
    }
  })
})

describe('the card of the day', () => {
  it('stays all day, and goes through the deck over the days and between members', () => {
    expect(drawOfToday('ana', '2026-11-22')).toEqual(drawOfToday('ana', '2026-11-22'))
    const days = Array.from({ length: 200 }, (_, day) => `2026-${100 + day}`)
    expect(new Set(days.map((dia) => drawOfToday('ana', dia).nombre)).size).toBeGreaterThan(18)
    expect(new Set(days.map((id) => drawOfToday(id, '2026-11-22').nombre)).size).toBeGreaterThan(18)
  })
})
