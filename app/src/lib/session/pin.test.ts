import { describe, expect, it } from 'vitest'
import { huellaOf, isEasy, rechazo, waitAfter } from './pin.ts'

describe('the wait after wrong tries', () => {
  it('comes with every fifth, and grows up to an hour', () => {
    const minutes = Array.from({ length: 31 }, (_, intentos) => waitAfter(intentos) / 60_000)
    expect(minutes.filter((wait) => wait > 0)).toEqual([1, 5, 15, 60, 60, 60])
    expect([5, 10, 15, 20, 25, 30].map((intentos) => minutes[intentos])).toEqual([1, 5, 15, 60, 60, 60])
  })
})

describe('what may be a PIN', () => {
  it.each(['0000', '1234', '98765', '4321'])('%s is tried first by anybody', (pin) => {
    expect(isEasy(pin)).toBe(true)
    expect(rechazo(pin)).toContain('Elige otro')
  })

  it.each(['2580', '1357', '90210', '1123'])('%s may be', (pin) => expect(rechazo(pin)).toBeNull())

  it.each(['', '258', '258025802', '25a0'])('«%s» may not', (pin) => expect(rechazo(pin)).not.toBeNull())
})

it('the hash depends on the PIN, the salt and the rounds, and on nothing else', async () => {
  const salt = new Uint8Array(16)
  const other = new Uint8Array(16).fill(1)
  const hash = await huellaOf('2580', salt, 10)
  expect(hash).toHaveLength(32)
  expect(await huellaOf('2580', salt, 10)).toEqual(hash)
  for (const changed of [
    huellaOf('2581', salt, 10),
    huellaOf('2580', other, 10),
    huellaOf('2580', salt, 11),
  ]) {
    expect(await changed).not.toEqual(hash)
  }
})
