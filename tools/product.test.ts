import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '../server/src/config/environment.ts'
import { PRODUCT } from './lib/product.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (env: Record<string, string>) => readSettings(env, PRODUCT, root)

describe('what the functions of Amparo read', () => {
  it('are listed apart, those that are set', () => {
    expect(read({}).functionSettings).toBeUndefined()
    expect(
      read({ DAILY_API_KEY: ' key ', VIDEO_BASE_URL: 'https://meet.example', OTHER: 'x' }).functionSettings,
    ).toEqual({ DAILY_API_KEY: 'key', VIDEO_BASE_URL: 'https://meet.example' })
  })

  it.each([
    { VIDEO_BASE_URL: 'http://meet.example' },
    { DAILY_API_URL: 'daily' },
    { VIDEO_BASE_URL: 'javascript:x' },
  ])('refuses %o', (env) => {
    expect(() => read(env as unknown as Record<string, string>)).toThrow(SettingsError)
  })

  it('for payments come whole, and as the provider writes them', () => {
    const whole = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_PRICE_BASICO: 'price_1',
      STRIPE_PRICE_PREMIUM: 'price_2',
    }
    expect(read(whole).functionSettings).toEqual(whole)
    const wrongs: Record<string, string>[] = [
      { STRIPE_WEBHOOK_SECRET: '' },
      { STRIPE_PRICE_PREMIUM: 'prod_2' },
      { STRIPE_SECRET_KEY: 'pk_test_1' },
      { STRIPE_STATEMENT_DESCRIPTOR: 'CORTO * Y MUY RARO <<<' },
      { STRIPE_API_URL: 'http://stripe.example' },
    ]
    for (const wrong of wrongs) {
      const name = Object.keys(wrong)[0]!
      expect(() => read({ ...whole, ...wrong }), name).toThrow(new RegExp(`^Ajuste ${name} no válido`))
    }
  })

  it('takes a service on this machine without HTTPS', () => {
    expect(read({ DAILY_API_URL: 'http://127.0.0.1:9/v1' }).functionSettings).toEqual({
      DAILY_API_URL: 'http://127.0.0.1:9/v1',
    })
  })
})
