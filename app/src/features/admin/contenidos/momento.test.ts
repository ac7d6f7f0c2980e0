import { expect, it } from 'vitest'
import { forInput, fromInput } from './momento.ts'

it('a moment that nobody touched stays what it was, to the second', () => {
  const before = '2026-11-25T12:34:56.789+00:00'
  expect(fromInput(forInput(before), before)).toBe(before)
})

it('an empty field is no moment', () => {
  expect([forInput(null), fromInput('', '2026-11-25T12:34:56Z'), forInput(undefined)]).toEqual(['', null, ''])
})

it('another minute is another moment', () => {
  expect(forInput(fromInput('2026-11-25T08:05', null))).toBe('2026-11-25T08:05')
})
