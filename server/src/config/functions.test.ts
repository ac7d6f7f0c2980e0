import { describe, expect, it } from 'vitest'
import { SettingsError } from './error.ts'
import { type FunctionSetting, readFunctionSettings } from './functions.ts'

const KNOWN: FunctionSetting[] = [
  { name: 'KEY', looks: { like: /^k_/, says: 'must begin with k_' } },
  { name: 'SERVICE', isService: true },
  { name: 'SECRET', neededBy: 'KEY' },
]

describe('settings of the functions', () => {
  it('are those that are known and set, without what stands around them', () => {
    expect(readFunctionSettings({}, KNOWN)).toBeUndefined()
    expect(readFunctionSettings({ OTHER: 'x' }, KNOWN)).toBeUndefined()
    expect(readFunctionSettings({ SECRET: ' a ', OTHER: 'x' }, KNOWN)).toEqual({ SECRET: 'a' })
  })

  it('take another service by HTTPS, or on this machine', () => {
    for (const SERVICE of [
      'https://meet.example',
      'http://127.0.0.1:9/v1',
      'http://localhost',
      'http://[::1]:9',
    ])
      expect(readFunctionSettings({ SERVICE }, KNOWN)).toEqual({ SERVICE })
    expect(readFunctionSettings({ SERVICE: 'https://meet.example/http://x' }, KNOWN)).toBeDefined()
    for (const SERVICE of ['http://meet.example', 'meet', 'javascript:x', 'HTTP://meet.example'])
      expect(() => readFunctionSettings({ SERVICE }, KNOWN), SERVICE).toThrow(SettingsError)
  })

  it('name what is wrong, or missing beside another', () => {
    expect(() => readFunctionSettings({ KEY: 'x', SECRET: 'a' }, KNOWN)).toThrow(
      /^Ajuste KEY no válido: must begin with k_\.$/,
    )
    expect(() => readFunctionSettings({ KEY: 'k_1' }, KNOWN)).toThrow(
      /^Ajuste SECRET no válido: hace falta cuando hay KEY\.$/,
    )
  })
})
