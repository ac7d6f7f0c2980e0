import path from 'node:path'
import { z } from 'zod'
import type { SmtpSettings } from './core/config.ts'
import { readLimits } from './realtime/limits.ts'
import { SettingsError } from './settingsError.ts'
import { assertOwnSecret, readSignInSettings, type SignInSettings } from './signInSettings.ts'
import { readTrustedProxies, type TrustedProxies } from './web/proxy.ts'

export { SettingsError } from './settingsError.ts'

/** What the operator can set from outside; everything has a default. */
export interface Settings extends SignInSettings {
  host: string
  port: number
  /** Public origin without a slash at the end. */
  siteUrl: string
  dataDir: string
  /** Any PostgreSQL 15 or newer; without it an embedded one runs in the data folder. */
  databaseUrl?: string
  rateFactor: number
  /** Largest answer of the data door, in bytes. */
  maxAnswerBytes: number
  smtp?: SmtpSettings
  jwtSecret?: string
  /** Proxies in front that are believed when they say who asks; undefined without any. */
  trustedProxies?: TrustedProxies
  /** Name of that setting, for warnings. */
  proxySetting: string
  /** Settings that the project's functions read by name; undefined when none is set. */
  functionSettings?: Record<string, string>
  /** Origins besides our own whose pages may call the API. */
  corsOrigins: string[]
  /** Origins of push services besides those of the browser vendors. */
  pushServices: string[]
  /** Whether the live door takes channels that no policy guards. */
  publicChannels: boolean
  /** Limits of the live door that differ from its defaults, such as `channelsPerSocket=20`. */
  realtimeLimits?: string
}

const text = z.string().trim().optional()
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1'])
/** Another service: by HTTPS, or on this same machine. */
const serviceUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (url) => !/^http:/i.test(url) || (URL.canParse(url) && LOOPBACK.has(new URL(url).hostname)),
    'needs https',
  )
  .optional()
/** Settings that go to the project's functions by name. */
const FUNCTION_SETTINGS = [
  'DAILY_API_KEY',
  'DAILY_API_URL',
  'VIDEO_BASE_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_BASICO',
  'STRIPE_PRICE_PREMIUM',
  'STRIPE_STATEMENT_DESCRIPTOR',
  'STRIPE_API_URL',
]
/** With a key all of these are needed: a checkout whose payment nobody hears of would take money for nothing. */
const WITH_STRIPE = ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_BASICO', 'STRIPE_PRICE_PREMIUM']
/** What card networks take: five to 22 plain characters, a letter among them. */
const DESCRIPTOR = /^(?=.*[A-Za-z])[A-Za-z0-9 .,&+/-]{5,22}$/

/**
 * Reads settings from the environment.
 * @param env usually `process.env`; empty values count as unset
 * @param prefix of the settings that carry the product's name: `AMPARO_` makes `AMPARO_DATA`, `AMPARO_RATE_FACTOR` …
 * @param baseDir what a relative data folder is relative to
 * @throws SettingsError naming the first wrong setting
 */
export function readSettings(env: NodeJS.ProcessEnv, prefix: string, baseDir: string): Settings {
  const schema = z.object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    HOST: z.string().trim().min(1).default('127.0.0.1'),
    SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    [`${prefix}DATA`]: z.string().trim().min(1).default('.data'),
    [`${prefix}RATE_FACTOR`]: z.coerce.number().positive().max(1_000_000).default(1),
    [`${prefix}MAX_ANSWER_BYTES`]: z.coerce.number().int().min(10_000).max(100_000_000).default(5_000_000),
    [`${prefix}JWT_SECRET`]: z.string().min(32, 'needs at least 32 characters').optional(),
    [`${prefix}TRUST_PROXY`]: text,
    [`${prefix}CORS_ORIGINS`]: text,
    [`${prefix}PUSH_SERVICES`]: text,
    [`${prefix}REALTIME_LIMITS`]: text,
    [`${prefix}PUBLIC_CHANNELS`]: z.enum(['0', '1', 'true', 'false']).default('0'),
    DAILY_API_KEY: text,
    DAILY_API_URL: serviceUrl,
    VIDEO_BASE_URL: serviceUrl,
    STRIPE_SECRET_KEY: z
      .string()
      .trim()
      .regex(/^(sk|rk)_\w+$/, 'must begin with sk_ or rk_')
      .optional(),
    STRIPE_WEBHOOK_SECRET: z.string().trim().startsWith('whsec_').optional(),
    STRIPE_PRICE_BASICO: z.string().trim().startsWith('price_').optional(),
    STRIPE_PRICE_PREMIUM: z.string().trim().startsWith('price_').optional(),
    STRIPE_STATEMENT_DESCRIPTOR: z
      .string()
      .trim()
      .regex(DESCRIPTOR, 'needs 5 to 22 plain characters, with a letter')
      .optional(),
    STRIPE_API_URL: serviceUrl,
    SMTP_HOST: text,
    SMTP_PORT: z.coerce.number().int().min(1).max(65_535).default(587),
    SMTP_USER: text,
    SMTP_PASSWORD: z.string().optional(),
    SMTP_FROM: text,
    SMTP_SECURE: z.enum(['0', '1', 'true', 'false']).optional(),
  })
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new SettingsError(`Ajuste ${issue.path.join('.')} no válido: ${issue.message}.`)
  }
  const values = parsed.data as Record<string, string | number | undefined>
  const value = (name: string) => values[name] as string | undefined
  const flag = (name: string) => value(name) === '1' || value(name) === 'true'
  const host = value('HOST')!
  const port = values.PORT as number
  const forFunctions = FUNCTION_SETTINGS.filter((name) => value(name) !== undefined)
  const settings: Settings = {
    host,
    port,
    siteUrl: (
      value('SITE_URL') ?? `http://${LOOPBACK.has(host) || host.includes(':') ? urlHost(host) : host}:${port}`
    ).replace(/\/+$/, ''),
    dataDir: path.resolve(baseDir, value(`${prefix}DATA`)!),
    databaseUrl: value('DATABASE_URL'),
    rateFactor: values[`${prefix}RATE_FACTOR`] as number,
    maxAnswerBytes: values[`${prefix}MAX_ANSWER_BYTES`] as number,
    jwtSecret: value(`${prefix}JWT_SECRET`),
    trustedProxies: readProxies(`${prefix}TRUST_PROXY`, value(`${prefix}TRUST_PROXY`)),
    proxySetting: `${prefix}TRUST_PROXY`,
    functionSettings:
      forFunctions.length === 0
        ? undefined
        : Object.fromEntries(forFunctions.map((name) => [name, value(name)!])),
    corsOrigins: list(value(`${prefix}CORS_ORIGINS`)),
    pushServices: list(value(`${prefix}PUSH_SERVICES`)),
    realtimeLimits: value(`${prefix}REALTIME_LIMITS`),
    publicChannels: flag(`${prefix}PUBLIC_CHANNELS`),
    ...readSignInSettings(given),
  }
  assertOwnSecret(settings.jwtSecret, host, `${prefix}JWT_SECRET`)
  for (const [name, origins] of [
    ['CORS_ORIGINS', settings.corsOrigins],
    ['PUSH_SERVICES', settings.pushServices],
  ] as const) {
    for (const origin of origins) {
      if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
        throw new SettingsError(
          `Ajuste ${prefix}${name} no válido: «${origin}» no es un origen como https://ejemplo.org.`,
        )
      }
    }
  }
  try {
    readLimits(settings.realtimeLimits, settings.rateFactor)
  } catch (error) {
    throw new SettingsError(`Ajuste ${prefix}REALTIME_LIMITS no válido: ${(error as Error).message}.`)
  }
  if (value('STRIPE_SECRET_KEY')) {
    const missing = WITH_STRIPE.find((name) => value(name) === undefined)
    if (missing)
      throw new SettingsError(`Ajuste ${missing} no válido: hace falta cuando hay STRIPE_SECRET_KEY.`)
  }
  const smtpHost = value('SMTP_HOST')
  if (smtpHost) {
    const from = value('SMTP_FROM')
    if (!from)
      throw new SettingsError('Ajuste SMTP_FROM no válido: hace falta un remitente cuando hay SMTP_HOST.')
    const smtpPort = values.SMTP_PORT as number
    settings.smtp = {
      host: smtpHost,
      port: smtpPort,
      user: value('SMTP_USER'),
      password: value('SMTP_PASSWORD'),
      from,
      secure: value('SMTP_SECURE') === undefined ? smtpPort === 465 : flag('SMTP_SECURE'),
    }
  }
  return settings
}

function readProxies(name: string, given: string | undefined): TrustedProxies | undefined {
  try {
    return readTrustedProxies(given)
  } catch (error) {
    throw new SettingsError(`Ajuste ${name} no válido: ${(error as Error).message}.`)
  }
}

function list(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean)
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
