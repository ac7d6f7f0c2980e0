import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '../server/src/settings/environment.ts'
import { PRODUCT } from './lib/product.mjs'

const root = path.resolve(import.meta.dirname, '..')
const read = (env: Record<string, string>) => readSettings(env, PRODUCT, root)

describe('what the functions of Amparo read', () => {
  it('are kept apart, those that are set', () => {
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

describe('the server knows nothing of Amparo', () => {
  // What the product is called, what it sells, whom it serves and what it speaks of; the server's own words are its law's alone.
  const PRODUCT_WORDS =
    /amparo|daily|stripe|precio|b[aá]sico|premium|historias?\b|c[ií]rculo|\bsalas?\b|diario|alerta|p[aá]nico|violencia|mujer|camino|denuncia|emergencia|suscripci/i

  it('in no line of its sources', () => {
    const files = execFileSync('git', ['ls-files', 'server/src', 'server/platform'], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => file !== '' && !file.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThan(100)
    const lines = files.flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (PRODUCT_WORDS.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    )
    expect(lines).toEqual([])
  })
})
