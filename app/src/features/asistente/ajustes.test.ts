import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NOMBRE, readAjustes, saveAjustes } from './ajustes.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('is called «Psicóloga AI» until she says otherwise, and is kept as JSON', () => {
  expect(readAjustes()).toEqual({ name: 'Psicóloga AI', avatar: '' })
  saveAjustes({ name: 'Luz', avatar: '' })
  expect([...stored]).toEqual([['assistantConfig', '{"name":"Luz","avatar":""}']])
  expect(readAjustes()).toEqual({ name: 'Luz', avatar: '' })
})

it.each(['', 'no es JSON', 'null', '7', '[]', '{"name":7,"avatar":{}}', '{"name":"  "}'])(
  'what cannot be read counts as nothing: %s',
  (text) => {
    stored.set('assistantConfig', text)
    expect(readAjustes()).toEqual({ name: NOMBRE, avatar: '' })
  },
)

it('a browser that keeps nothing breaks nothing', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(readAjustes().name).toBe(NOMBRE)
  expect(() => saveAjustes({ name: 'Luz', avatar: '' })).not.toThrow()
})
