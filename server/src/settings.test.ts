import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const read = (env: Record<string, string>) => readSettings(env, 'AMPARO_', '/srv/amparo')

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(read({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      siteUrl: 'http://127.0.0.1:8080',
      dataDir: '/srv/amparo/.data',
      databaseUrl: undefined,
      rateFactor: 1,
      maxAnswerBytes: 5_000_000,
      jwtSecret: undefined,
      trustedProxies: undefined,
      proxySetting: 'AMPARO_TRUST_PROXY',
      publicChannels: false,
      corsOrigins: [],
      pushServices: [],
    })
  })

  it('counts an empty value as unset', () => {
    expect(read({ PORT: ' ', SITE_URL: '' }).port).toBe(8080)
  })

  it('makes the site address from host and port, and takes no slash at its end', () => {
    expect(read({ HOST: '::1', PORT: '9000' }).siteUrl).toBe('http://[::1]:9000')
    expect(read({ SITE_URL: 'https://amparo.example/' }).siteUrl).toBe('https://amparo.example')
  })

  it('reads SMTP only with a sender, secure by its port', () => {
    expect(read({ SMTP_HOST: 'smtp.example', SMTP_PORT: '465', SMTP_FROM: 'A <a@b.mx>' }).smtp).toMatchObject(
      {
        host: 'smtp.example',
        port: 465,
        secure: true,
      },
    )
    expect(() => read({ SMTP_HOST: 'smtp.example' })).toThrow(/SMTP_FROM/)
  })

  it.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['SITE_URL', 'amparo.example'],
    ['SITE_URL', 'ftp://amparo.example'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['AMPARO_RATE_FACTOR', '0'],
    ['AMPARO_RATE_FACTOR', 'mucho'],
    ['AMPARO_JWT_SECRET', 'corto'],
    ['AMPARO_TRUST_PROXY', 'quizá'],
    ['AMPARO_TRUST_PROXY', 'true'],
    ['AMPARO_TRUST_PROXY', '-1'],
    ['AMPARO_TRUST_PROXY', '99'],
    ['AMPARO_TRUST_PROXY', '0.0.0.0/0'],
    ['AMPARO_TRUST_PROXY', '10.0.0.0/8 ::/0'],
    ['AMPARO_CORS_ORIGINS', 'https://a.example/path'],
    ['SMTP_PORT', '-1'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const attempt = () => read({ SMTP_HOST: 'smtp.example', SMTP_FROM: 'a@b.mx', [name]: value })
    expect(attempt).toThrow(SettingsError)
    expect(attempt).toThrow(new RegExp(`^Ajuste ${name} no válido: [^\\n]+$`))
  })
})

describe('settings of the functions', () => {
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
