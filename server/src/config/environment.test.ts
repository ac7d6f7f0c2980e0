import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './environment.ts'
import { DEFAULT_LIMITS } from './realtimeLimits.ts'

const read = (env: Record<string, string>) =>
  readSettings(env, { name: 'shop', prefix: 'SHOP_' }, '/srv/shop')

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(read({})).toEqual({
      productName: 'shop',
      dataSetting: 'SHOP_DATA',
      realtimeLimits: DEFAULT_LIMITS,
      host: '127.0.0.1',
      port: 8080,
      siteUrl: 'http://127.0.0.1:8080',
      dataDir: '/srv/shop/.data',
      databaseUrl: undefined,
      rateFactor: 1,
      maxAnswerBytes: 5_000_000,
      jwtSecret: undefined,
      trustedProxies: undefined,
      proxySetting: 'SHOP_TRUST_PROXY',
      metricsSetting: 'SHOP_METRICS_PORT',
      connections: { requests: 10, heavy: 2, urgent: 6, auth: 10, live: 3, owner: 2 },
      publicChannels: false,
      standsBack: true,
      corsOrigins: [],
      // Another process serves meanwhile only where the database is not this one's own.
      drainSeconds: 0,
      pushServices: [],
      backups: { hour: 3, days: 14, publicKeys: [], continuous: false },
    })
  })

  it('counts an empty value as unset', () => {
    expect(read({ PORT: ' ', SITE_URL: '' }).port).toBe(8080)
  })

  it('makes the site address from host and port, and takes no slash at its end', () => {
    expect(read({ HOST: '::1', PORT: '9000' }).siteUrl).toBe('http://[::1]:9000')
    for (const SITE_URL of ['https://shop.example', 'https://shop.example/', 'https://shop.example//'])
      expect(read({ SITE_URL }).siteUrl).toBe('https://shop.example')
  })

  it('reads SMTP only with a sender, secure by its port', () => {
    expect(read({ SMTP_HOST: 'smtp.example', SMTP_PORT: '465', SMTP_FROM: 'A <a@b.mx>' }).smtp).toMatchObject(
      {
        host: 'smtp.example',
        port: 465,
        secure: true,
      },
    )
    expect(() => read({ SMTP_HOST: 'smtp.example' })).toThrow(
      'Ajuste SMTP_FROM no válido: hace falta un remitente cuando hay SMTP_HOST.',
    )
  })

  it.each(['smtp.example', 'relay', 'smtp.example.', 'a_b.example', '127.0.0.1', '::1'])(
    'takes the mail server %s',
    (SMTP_HOST) => {
      expect(read({ SMTP_HOST, SMTP_FROM: 'a@b.mx' }).smtp?.host).toBe(SMTP_HOST)
    },
  )

  it.each([
    [{}, false],
    [{ SMTP_PORT: '465' }, true],
    [{ SMTP_SECURE: '1' }, true],
    [{ SMTP_SECURE: 'true' }, true],
    [{ SMTP_PORT: '465', SMTP_SECURE: '0' }, false],
    [{ SMTP_PORT: '465', SMTP_SECURE: 'false' }, false],
  ])('sends mail through TLS from the first byte, by the port unless it is said: %j', (env, secure) => {
    const given: Record<string, string> = { SMTP_HOST: 'smtp.example', SMTP_FROM: 'a@b.mx', ...env }
    expect(read(given).smtp?.secure).toBe(secure)
  })

  it.each([
    [{ SMTP_FROM: 'a@b.mx' }, 'SMTP_HOST'],
    [{ SMTP_HOST: 'smtp.example', SMTP_FROM: 'a@b.mx', SMTP_PASSWORD: 'x' }, 'SMTP_USER'],
    [{ SMTP_USER: 'x' }, 'SMTP_HOST'],
    [{ CAPTCHA_SECRET: 'x' }, 'CAPTCHA_PROVIDER'],
    [{ SMS_TOKEN: 'x' }, 'SMS_URL'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID'],
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_NAME'],
    [{ OIDC_CLIENT_ID: 'x' }, 'OIDC_NAME'],
  ])('refuses what does nothing alone: %j lacks %s', (env, missing) => {
    const attempt = () => read(env as Record<string, string>)
    expect(attempt).toThrow(SettingsError)
    expect(attempt).toThrow(new RegExp(`^Ajuste ${missing} no válido: hace falta cuando hay [A-Z_]+\\.$`))
  })

  it('opens channels that no policy guards only where that is said', () => {
    const isPublic = (SHOP_PUBLIC_CHANNELS: string) => read({ SHOP_PUBLIC_CHANNELS }).publicChannels
    expect(['1', 'true', '0', 'false'].map(isPublic)).toEqual([true, true, false, false])
  })

  it('has requests stand back behind the server, but where other programs need the machine', () => {
    const standsBack = (SHOP_STAND_BACK: string) => read({ SHOP_STAND_BACK }).standsBack
    expect(['1', 'true', '', '0', 'false'].map(standsBack)).toEqual([true, true, true, false, false])
  })

  it('reads origins as they are commonly listed', () => {
    const SHOP_CORS_ORIGINS = 'https://a.example, https://b.example:8443\n http://localhost:5173'
    expect(read({ SHOP_CORS_ORIGINS }).corsOrigins).toEqual([
      'https://a.example',
      'https://b.example:8443',
      'http://localhost:5173',
    ])
    expect(() => read({ SHOP_CORS_ORIGINS: 'https://a.example b' })).toThrow('«b» no es un origen')
  })

  it('takes no setting for its own that only ends like one', () => {
    expect(read({ OTHERDATA: '/elsewhere' }).dataDir).toBe('/srv/shop/.data')
    expect(read({ SHOP_DATA: undefined } as never).dataDir).toBe('/srv/shop/.data')
  })

  it.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['SITE_URL', 'shop.example'],
    ['SITE_URL', 'ftp://shop.example'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SHOP_RATE_FACTOR', '0'],
    ['SHOP_RATE_FACTOR', 'mucho'],
    ['SHOP_JWT_SECRET', 'corto'],
    ['SHOP_TRUST_PROXY', 'quizá'],
    ['SHOP_TRUST_PROXY', 'true'],
    ['SHOP_TRUST_PROXY', '-1'],
    ['SHOP_TRUST_PROXY', '99'],
    ['SHOP_TRUST_PROXY', '0.0.0.0/0'],
    ['SHOP_TRUST_PROXY', '10.0.0.0/8 ::/0'],
    ['SHOP_CORS_ORIGINS', 'https://a.example/path'],
    ['SHOP_PUSH_SERVICES', 'push.example'],
    ['SHOP_REALTIME_LIMITS', 'channelsPerSocket=0'],
    ['SHOP_PUBLIC_CHANNELS', 'sí'],
    ['SMTP_PORT', '-1'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const attempt = () => read({ SMTP_HOST: 'smtp.example', SMTP_FROM: 'a@b.mx', [name]: value })
    expect(attempt).toThrow(SettingsError)
    expect(attempt).toThrow(new RegExp(`^Ajuste ${name} no válido: [^\\n]+$`))
  })
})

describe('a wrong setting', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['SITE_URL', 'shop.example'],
    ['SITE_URL', 'https://shop.example/path'],
    ['SITE_URL', 'https://shop.example?x=1'],
    ['SITE_URL', 'https://user@shop.example'],
    ['DATABASE_URL', 'mysql://user:quiet@x/y'],
    ['SMTP_PORT', '0'],
    ['SMTP_HOST', 'smtp://smtp.example'],
    ['SMTP_HOST', 'smtp.example:587'],
    ['SMTP_HOST', 'smtp example'],
    ['SHOP_METRICS_PORT', '8080'],
    ['SMTP_FROM', 'notanaddress'],
    ['SMTP_FROM', 'Casa <a@b.mx>\nBcc: c@d.mx'],
    ['SMTP_SECURE', 'perhaps'],
    ['SHOP_RATE_FACTOR', '-1'],
    ['SHOP_MAX_ANSWER_BYTES', '5MB'],
    ['SHOP_JWT_SECRET', 'quiet'],
    ['SHOP_TRUST_PROXY', 'true'],
    ['SHOP_CORS_ORIGINS', 'https://shop.example/path'],
    ['SHOP_PUSH_SERVICES', 'push'],
    ['SHOP_REALTIME_LIMITS', 'channels=many'],
    ['SHOP_CONNECTIONS', 'requests=many'],
    ['SHOP_METRICS_PORT', '0'],
    ['SHOP_SLOW_QUERY_MS', '0'],
    ['SHOP_DRAIN_SECONDS', '61'],
    ['SHOP_PUBLIC_CHANNELS', 'perhaps'],
    ['SHOP_BACKUP_HOUR', '25'],
    ['CAPTCHA_PROVIDER', 'other'],
    ['SMS_URL', 'http://example.org'],
    ['OIDC_NAME', 'Key Cloak'],
  ])('%s=%s is told in one line of Spanish, and no secret with it', (name, value) => {
    const error: Error = (() => {
      try {
        read({ [name]: value })
      } catch (thrown) {
        return thrown as Error
      }
      throw new Error('taken')
    })()
    expect(error).toBeInstanceOf(SettingsError)
    expect(error.message).toMatch(new RegExp(`^Ajuste ${name} no válido: [^\\n]+\\.$`))
    expect(error.message).not.toMatch(/quiet|Invalid|expected|must|needs|Too (big|small)/)
  })
})
