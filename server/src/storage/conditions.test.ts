import { describe, expect, it } from 'vitest'
import { isNotModified, requestedRange } from './conditions.ts'

const validators = { eTag: '"a"', lastModified: new Date('2026-01-02T00:00:00Z') }
const range = (value: string | undefined, size = 10, more = {}) =>
  requestedRange({ range: value, ...more }, size, validators)

describe('the part of a file that a request asks for', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=-1', { start: 9, end: 9 }],
    ['bytes=-10', { start: 0, end: 9 }],
    ['BYTES=2-3 ', { start: 2, end: 3 }],
  ])('%s', (value, part) => expect(range(value)).toEqual(part))

  it('is the whole file where the end of it that is asked for is longer than the file', () => {
    expect(range('bytes=-11')).toEqual({ start: 0, end: 9 })
    expect(range('bytes=-999999999999999')).toEqual({ start: 0, end: 9 })
    expect(range('bytes=-5', 1)).toEqual({ start: 0, end: 0 })
    expect(range('bytes=3-999999999999999')).toEqual({ start: 3, end: 9 })
  })

  it('does not exist in an empty file, behind the last byte, or backwards', () => {
    for (const value of ['bytes=0-', 'bytes=-1', 'bytes=0-0']) expect(range(value, 0)).toBe('unsatisfiable')
    for (const value of [
      'bytes=10-',
      'bytes=10-12',
      'bytes=4-3',
      'bytes=-',
      'bytes=-0',
      'bytes=a-b',
      'bytes=0-1x',
    ])
      expect(range(value), value).toBe('unsatisfiable')
  })

  it('is the whole where nothing, another unit or several ranges are asked for, or the file is another by now', () => {
    for (const value of [undefined, 'items=0-1', 'kilobytes=0-1', 'bytes=0-1,3-4'])
      expect(range(value)).toBeUndefined()
    expect(range('bytes=0-1', 10, { 'if-range': '"b"' })).toBeUndefined()
    expect(range('bytes=0-1', 10, { 'if-range': 'Thu, 01 Jan 2026 00:00:00 GMT' })).toBeUndefined()
    for (const same of ['"a"', ' "a" ', 'Fri, 02 Jan 2026 00:00:00 GMT'])
      expect(range('bytes=0-1', 10, { 'if-range': same }), same).toEqual({ start: 0, end: 1 })
  })
})

describe('whether she has the file already', () => {
  it('by its tag, weak or strong, one of several or any; the moment counts where no tag is named', () => {
    for (const known of ['"a"', 'W/"a"', '"x", "a"', '*', ' * '])
      expect(isNotModified({ 'if-none-match': known }, validators)).toBe(true)
    const since = 'Fri, 02 Jan 2026 00:00:00 GMT'
    expect(isNotModified({ 'if-none-match': '"x"', 'if-modified-since': since }, validators)).toBe(false)
    expect(isNotModified({ 'if-modified-since': since }, validators)).toBe(true)
    expect(isNotModified({}, validators), 'nothing is said').toBe(false)
    expect(isNotModified({ 'if-none-match': '"ab"' }, { ...validators, eTag: '"aW/b"' })).toBe(false)
    expect(isNotModified({ 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }, validators)).toBe(false)
  })
})
