import { describe, expect, it } from 'vitest'
import { type Cosa, nameOf, placeOf } from './cola.ts'

const [a, b, c]: [Cosa, Cosa, Cosa] = [
  { clase: 'historia', id: 'a' },
  { clase: 'mensaje', id: 'b' },
  { clase: 'nombre', id: 'c' },
]

describe('what is pointed at', () => {
  it('is the same thing wherever the list has moved it', () => {
    const at = { name: nameOf(b), place: 1 }
    expect(placeOf([a, b, c], at)).toBe(1)
    expect(placeOf([c, a, b], at)).toBe(2)
    expect(placeOf([b], at)).toBe(0)
  })

  it('is the place where it stood once it is gone, and never past the end', () => {
    expect(placeOf([a, c], { name: nameOf(b), place: 1 })).toBe(1)
    expect(placeOf([a], { name: nameOf(c), place: 2 })).toBe(0)
    expect(placeOf([], { name: nameOf(a), place: 2 })).toBe(0)
  })

  it('is the first before anything is', () => {
    expect(placeOf([a, b], { name: null, place: 0 })).toBe(0)
  })
})
