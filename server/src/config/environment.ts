import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { type BackupSettings, readBackupSettings } from './backups.ts'
import { readConnections } from './connections.ts'
import { assertTogether, SettingsError, wrongSetting } from './error.ts'
import { type FunctionSetting, readFunctionSettings } from './functions.ts'
import { readTrustedProxies } from './proxies.ts'
import { readLimits } from './realtimeLimits.ts'
import { readS3 } from './s3.ts'
import type {
  ConnectionLimits,
  RealtimeLimits,
  S3Settings,
  SmtpSettings,
  TrustedProxies,
} from './serverConfig.ts'
import { assertOwnSecret, readSignInSettings, type SignInSettings } from './signIn.ts'

export { SettingsError } from './error.ts'

/** What this server must know of the product that it serves. */
export interface Product {
  /** In lower case letters: its folders and its account on the machine are called so. */
  name: string
  /** Begins the settings that carry its name: `SHOP_` makes `SHOP_DATA`, `SHOP_RATE_FACTOR` … */
  prefix: string
  /** What its functions read by name. */
  functionSettings?: readonly FunctionSetting[]
}

/** What the operator can set from outside; everything has a default. */
export interface Settings extends SignInSettings {
  /** Names folders and an account on the machine. */
  productName: string
  host: string
  port: number
  /** Public origin without a slash at the end. */
  siteUrl: string
  /** Port of the loopback address for the local mailbox; undefined: the one after `port`, or any where that is taken. */
  mailboxPort?: number
  dataDir: string
  /** Name of that setting, for messages. */
  dataSetting: string
  /** Any PostgreSQL 15 or newer; without it an embedded one runs in the data folder. */
  databaseUrl?: string
  rateFactor: number
  /** Largest answer of the data API, in bytes. */
  maxAnswerBytes: number
  smtp?: SmtpSettings
  /** Where members' files lie; undefined: in the data folder. */
  s3?: S3Settings
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
  /** Whether the live API takes channels that no policy guards. */
  publicChannels: boolean
  realtimeLimits: RealtimeLimits
  /** How many connections to the database each part may have. */
  connections: ConnectionLimits
  /** Whether what members ask of our own PostgreSQL stands back behind the server: right where the machine does nothing else. */
  standsBack: boolean
  /** How long a process that was told to end goes on serving, so that others take over. */
  drainSeconds: number
  /** Port of this machine's loopback on which figures for Prometheus are told; undefined: nowhere. */
  metricsPort?: number
  /** Name of that setting, for messages. */
  metricsSetting: string
  /** Statements of a request that take so many milliseconds are a line of the log; undefined: none are. */
  slowQueryMs?: number
  backups: BackupSettings
}

/** Long enough for a proxy that asks every second; a process with a database of its own has nobody who takes over. */
const SHARED_DRAIN_SECONDS = 2

const text = z.string().trim().optional()
const flag = z.enum(['0', '1', 'true', 'false'])
/** Links in mails are made of it and what pages may ask is decided by it: a path would be in the way of both. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && /^https?:\/\/[^/?#@]+\/*$/i.test(url))
/** A name or an address, and nothing beside it: `smtp://…` and `…:587` are found by nobody, and mails would wait and then be given up. */
const mailServer = z
  .string()
  .trim()
  .refine((host) => isIP(host) !== 0 || /^[\w-]+(\.[\w-]+)*\.?$/.test(host))
/** `a@b.mx`, or `Casa <a@b.mx>`. */
const sender = z.string().regex(/^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/)

/** Settings whose names are the same for every product. */
const Common = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  SITE_URL: origin.optional(),
  MAILBOX_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_HOST: mailServer.optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).default(587),
  SMTP_USER: text,
  SMTP_PASSWORD: z.string().optional(),
  SMTP_FROM: sender.optional(),
  SMTP_SECURE: flag.optional(),
})

/** Settings that carry the product's name before their own. */
const Prefixed = z.object({
  DATA: z.string().trim().min(1).default('.data'),
  RATE_FACTOR: z.coerce.number().positive().max(1_000_000).default(1),
  MAX_ANSWER_BYTES: z.coerce.number().int().min(10_000).max(100_000_000).default(5_000_000),
  JWT_SECRET: z.string().min(32).optional(),
  TRUST_PROXY: text,
  CORS_ORIGINS: text,
  PUSH_SERVICES: text,
  REALTIME_LIMITS: text,
  CONNECTIONS: text,
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).optional(),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SLOW_QUERY_MS: z.coerce.number().int().min(1).max(60_000).optional(),
  PUBLIC_CHANNELS: flag.default('0'),
  STAND_BACK: flag.default('1'),
})

const yesOrNo = '1 ni 0'
/** What each of them needs, for the message about a wrong value. */
const COMMON_NEEDS: Record<keyof typeof Common.shape, string> = {
  PORT: 'un puerto, de 0 a 65535',
  HOST: 'una dirección de esta máquina, como 127.0.0.1',
  SITE_URL: 'una dirección sin ruta, como https://ejemplo.org',
  MAILBOX_PORT: 'un puerto, de 0 a 65535',
  DATABASE_URL: 'una dirección como postgres://usuario:contraseña@servidor:5432/base',
  SMTP_HOST: 'el nombre de un servidor de correo, como smtp.ejemplo.org (el puerto va en SMTP_PORT)',
  SMTP_PORT: 'un puerto, de 1 a 65535',
  SMTP_USER: 'un usuario',
  SMTP_PASSWORD: 'una contraseña',
  SMTP_FROM: 'un remitente como casa@ejemplo.org o Casa <casa@ejemplo.org>',
  SMTP_SECURE: yesOrNo,
}
const PREFIXED_NEEDS: Record<keyof typeof Prefixed.shape, string> = {
  DATA: 'una carpeta',
  RATE_FACTOR: 'un número mayor que 0, de un millón a lo más',
  MAX_ANSWER_BYTES: 'un número de bytes, de 10000 a 100000000',
  JWT_SECRET: 'un secreto de 32 letras o más',
  TRUST_PROXY: 'un número de proxies ni sus redes',
  CORS_ORIGINS: 'una lista de orígenes',
  PUSH_SERVICES: 'una lista de orígenes',
  REALTIME_LIMITS: 'una lista de límites',
  CONNECTIONS: 'una lista de conexiones como requests=6 auth=4',
  DRAIN_SECONDS: 'un número de segundos, de 0 a 60',
  METRICS_PORT: 'un puerto, de 1 a 65535',
  SLOW_QUERY_MS: 'un número de milisegundos, de 1 a 60000',
  PUBLIC_CHANNELS: yesOrNo,
  STAND_BACK: yesOrNo,
}

/**
 * Reads settings from the environment.
 * @param env usually `process.env`; empty values count as unset
 * @param baseDir what a relative data folder is relative to
 * @throws SettingsError naming the first wrong setting
 */
export function readSettings(env: NodeJS.ProcessEnv, product: Product, baseDir: string): Settings {
  const { prefix } = product
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const common = checked(Common, given, '', COMMON_NEEDS)
  const own = checked(Prefixed, withoutPrefix(given, prefix), prefix, PREFIXED_NEEDS)
  const named = <T>(name: string, read: () => T): T => {
    try {
      return read()
    } catch (error) {
      throw new SettingsError(`Ajuste ${prefix}${name} no válido: ${(error as Error).message}.`)
    }
  }
  assertOwnSecret(own.JWT_SECRET, common.HOST, `${prefix}JWT_SECRET`)
  // Whichever came second would only be told that something uses it.
  if (own.METRICS_PORT === common.PORT)
    throw wrongSetting(`${prefix}METRICS_PORT`, own.METRICS_PORT, 'otro puerto que el de PORT')
  const dataDir = path.resolve(baseDir, own.DATA)
  return {
    productName: product.name,
    host: common.HOST,
    port: common.PORT,
    siteUrl: (common.SITE_URL ?? ownAddress(common.HOST, common.PORT)).replace(/\/+$/, ''),
    mailboxPort: common.MAILBOX_PORT,
    dataDir,
    dataSetting: `${prefix}DATA`,
    databaseUrl: common.DATABASE_URL,
    rateFactor: own.RATE_FACTOR,
    maxAnswerBytes: own.MAX_ANSWER_BYTES,
    jwtSecret: own.JWT_SECRET,
    trustedProxies: named('TRUST_PROXY', () => readTrustedProxies(own.TRUST_PROXY)),
    proxySetting: `${prefix}TRUST_PROXY`,
    functionSettings: readFunctionSettings(given, product.functionSettings ?? []),
    corsOrigins: named('CORS_ORIGINS', () => readOrigins(own.CORS_ORIGINS)),
    pushServices: named('PUSH_SERVICES', () => readOrigins(own.PUSH_SERVICES)),
    realtimeLimits: named('REALTIME_LIMITS', () => readLimits(own.REALTIME_LIMITS, own.RATE_FACTOR)),
    connections: named('CONNECTIONS', () =>
      readConnections(own.CONNECTIONS, common.DATABASE_URL !== undefined),
    ),
    drainSeconds: own.DRAIN_SECONDS ?? (common.DATABASE_URL === undefined ? 0 : SHARED_DRAIN_SECONDS),
    metricsPort: own.METRICS_PORT,
    metricsSetting: `${prefix}METRICS_PORT`,
    slowQueryMs: own.SLOW_QUERY_MS,
    publicChannels: isOn(own.PUBLIC_CHANNELS),
    standsBack: isOn(own.STAND_BACK),
    smtp: readSmtp(common),
    s3: readS3(withoutPrefix(given, prefix), prefix),
    backups: readBackupSettings(withoutPrefix(given, prefix), prefix, {
      baseDir,
      dataDir,
      databaseUrl: common.DATABASE_URL,
    }),
    ...readSignInSettings(given),
  }
}

/** @throws SettingsError naming the first member that is wrong, with its prefix, and what it needs */
function checked<T extends z.ZodType>(
  schema: T,
  given: Record<string, unknown>,
  prefix: string,
  needs: Record<string, string>,
): z.output<T> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const name = String(parsed.error.issues[0]!.path[0])
  throw wrongSetting(prefix + name, given[name], needs[name]!)
}

function withoutPrefix(given: Record<string, unknown>, prefix: string): Record<string, unknown> {
  const own = Object.entries(given).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]))
}

function isOn(value: z.output<typeof flag>): boolean {
  return value === '1' || value === 'true'
}

/** Without a server all of it would be for nothing: mails stay in the local mailbox, and members wait for them. */
const SMTP_NEEDS = {
  SMTP_FROM: 'SMTP_HOST',
  SMTP_USER: 'SMTP_HOST',
  SMTP_PASSWORD: 'SMTP_USER',
  SMTP_SECURE: 'SMTP_HOST',
}

function readSmtp(common: z.output<typeof Common>): SmtpSettings | undefined {
  assertTogether(common, SMTP_NEEDS)
  if (!common.SMTP_HOST) return undefined
  if (!common.SMTP_FROM)
    throw new SettingsError('Ajuste SMTP_FROM no válido: hace falta un remitente cuando hay SMTP_HOST.')
  return {
    host: common.SMTP_HOST,
    port: common.SMTP_PORT,
    user: common.SMTP_USER,
    password: common.SMTP_PASSWORD,
    from: common.SMTP_FROM,
    secure: common.SMTP_SECURE === undefined ? common.SMTP_PORT === 465 : isOn(common.SMTP_SECURE),
  }
}

/** @throws RangeError naming the first that is no origin */
function readOrigins(value = ''): string[] {
  const origins = value.split(/[\s,]+/).filter(Boolean)
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new RangeError(`«${origin}» no es un origen como https://ejemplo.org`)
  }
  return origins
}

function ownAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
