import { describe, expect, it } from 'vitest'
import { readSettings } from './environment.ts'

const read = (env: Record<string, string>) =>
  readSettings(env, { name: 'shop', prefix: 'SHOP_' }, '/srv/shop')

describe('settings of who may sign in', () => {
  it('name a captcha, a sender of text messages and providers of identities', () => {
    const settings = read({
      CAPTCHA_PROVIDER: 'turnstile',
      CAPTCHA_SECRET: 's',
      SMS_URL: 'https://sms.example/send',
      GOOGLE_CLIENT_ID: 'g',
      GOOGLE_CLIENT_SECRET: 'gs',
      OIDC_NAME: 'keycloak',
      OIDC_ISSUER: 'http://127.0.0.1:9000',
      OIDC_CLIENT_ID: 'k',
      OIDC_CLIENT_SECRET: 'ks',
    })
    expect(settings.captcha).toEqual({ provider: 'turnstile', secret: 's', url: undefined })
    expect(settings.sms).toEqual({ url: 'https://sms.example/send', token: undefined })
    expect(settings.identityProviders).toEqual([
      { name: 'google', issuer: 'https://accounts.google.com', clientId: 'g', clientSecret: 'gs' },
      { name: 'keycloak', issuer: 'http://127.0.0.1:9000', clientId: 'k', clientSecret: 'ks' },
    ])
  })

  it.each([
    [{ CAPTCHA_PROVIDER: 'nobody' }, /CAPTCHA_PROVIDER/],
    [{ CAPTCHA_PROVIDER: 'hcaptcha' }, /CAPTCHA_SECRET no válido: hace falta cuando hay CAPTCHA_PROVIDER\.$/],
    [{ SMS_URL: 'http://sms.example/' }, /SMS_URL.*https/],
    [{ GOOGLE_CLIENT_ID: 'g' }, /GOOGLE_CLIENT_SECRET no válido: hace falta cuando hay GOOGLE_CLIENT_ID\.$/],
    [{ OIDC_NAME: 'keycloak' }, /OIDC_ISSUER no válido: hace falta cuando hay OIDC_NAME\.$/],
    [{ OIDC_NAME: 'keycloak', OIDC_ISSUER: 'https://id.example' }, /OIDC_CLIENT_ID.*hay OIDC_NAME/],
    [
      { OIDC_NAME: 'keycloak', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'k' },
      /OIDC_CLIENT_SECRET.*hay OIDC_NAME/,
    ],
    [{ OIDC_NAME: 'google' }, /OIDC_NAME no válido: .* y ninguno de email/],
    [{ OIDC_NAME: 'email' }, /OIDC_NAME no válido: .* y ninguno de email/],
    [{ OIDC_NAME: 'phone' }, /OIDC_NAME no válido: .* y ninguno de email/],
    [{ OIDC_NAME: 'Key Cloak' }, /OIDC_NAME no válido: «Key Cloak» no es un nombre/],
    [{ OIDC_ISSUER: 'http://id.example' }, /OIDC_ISSUER.*https/],
  ])('refuse %j', (env, message) => {
    expect(() => read(env as Record<string, string>)).toThrow(message)
  })

  it('refuse a secret that documents print, except where nobody else connects', () => {
    for (const SHOP_JWT_SECRET of [
      'super-secret-jwt-token-with-at-least-32-characters-long',
      ' your-super-secret-jwt-token-with-at-least-32-characters-long ',
      'your-256-bit-secret-your-256-bit-secret',
    ]) {
      expect(() => read({ SHOP_JWT_SECRET, HOST: '0.0.0.0' })).toThrow(/SHOP_JWT_SECRET.*ejemplo/)
      for (const HOST of ['127.0.0.1', 'localhost', '::1'])
        expect(read({ SHOP_JWT_SECRET, HOST }).jwtSecret).toBe(SHOP_JWT_SECRET)
    }
    const SHOP_JWT_SECRET = 'a secret of its own, made for this installation'
    expect(read({ SHOP_JWT_SECRET, HOST: '0.0.0.0' }).jwtSecret).toBe(SHOP_JWT_SECRET)
  })
})
