import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import type { MailTemplate, ProjectConfig } from '../core/config.ts'
import { SettingsError } from './environment.ts'

/** The keys of Supabase's `config.toml` that mean something here; all others are left alone. */
const configToml = z.object({
  api: z
    .object({
      schemas: z.array(z.string()).default(['public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.number().int().positive().default(1000),
    })
    .prefault({}),
  auth: z
    .object({
      enable_signup: z.boolean().default(true),
      additional_redirect_urls: z.array(z.string()).default([]),
      jwt_expiry: z.number().int().min(60).max(604_800).default(3600),
      refresh_token_reuse_interval: z.number().int().min(0).default(10),
      minimum_password_length: z.number().int().min(6).max(72).default(8),
      email: z
        .object({
          enable_confirmations: z.boolean().default(true),
          otp_length: z.number().int().min(6).max(10).default(6),
          max_frequency: z.string().default('60s'),
          secure_password_change: z.boolean().default(false),
          require_current_password: z.boolean().default(false),
          // Ours: the templates are for another service, and this server keeps to its own words.
          own_words: z.boolean().default(false),
          unconfirmed_lifetime_days: z.number().int().min(1).default(7),
          template: z
            .record(
              z.string(),
              z.object({ subject: z.string().optional(), content_path: z.string().optional() }),
            )
            .default({}),
        })
        .prefault({}),
      sms: z
        .object({ enable_signup: z.boolean().default(false), max_frequency: z.string().default('60s') })
        .prefault({}),
      sessions: z
        .object({ timebox: z.string().optional(), inactivity_timeout: z.string().optional() })
        .prefault({}),
      mfa: z
        .object({
          max_enrolled_factors: z.number().int().min(0).default(10),
          totp: z
            .object({
              enroll_enabled: z.boolean().default(false),
              verify_enabled: z.boolean().default(false),
            })
            .prefault({}),
        })
        .prefault({}),
      sso: z.object({ enabled: z.boolean().default(false) }).prefault({}),
      // A section of ours. Without `page`, no mail about a new device, factor, password or address is sent.
      notices: z
        .object({
          page: z
            .string()
            .regex(/^\/[a-z0-9/-]+$/)
            .optional(),
          cancel_deletion: z.string().optional(),
        })
        .prefault({}),
      hook: z
        .object({
          before_user_created: z
            .object({ enabled: z.boolean().default(false), uri: z.string().default('') })
            .prefault({}),
        })
        .prefault({}),
    })
    .prefault({}),
  storage: z
    .object({ file_size_limit: z.union([z.number().int().positive(), z.string()]) })
    .partial()
    .prefault({}),
  functions: z
    .record(
      z.string(),
      z.object({ enabled: z.boolean().default(true), verify_jwt: z.boolean().default(true) }),
    )
    .default({}),
  db: z
    .object({
      seed: z
        .object({
          enabled: z.boolean().default(true),
          sql_paths: z.array(z.string()).default(['./seed.sql']),
        })
        .prefault({}),
    })
    .prefault({}),
})

/**
 * Reads `config.toml` of a Supabase project folder.
 * @throws SettingsError when the file is missing, is not TOML, or a value that applies here is wrong
 */
export async function readProject(projectDir: string): Promise<ProjectConfig> {
  const file = path.join(projectDir, 'config.toml')
  let content: unknown
  try {
    content = parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new SettingsError(`No se puede leer ${file}: ${(error as Error).message.split('\n', 1)[0]}`)
  }
  const parsed = configToml.safeParse(content)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new SettingsError(`${file}: ${issue.path.join('.')}: ${issue.message}`)
  }
  const { api, auth, db, storage, functions } = parsed.data
  return {
    api: { schemas: api.schemas, extraSearchPath: api.extra_search_path, maxRows: api.max_rows },
    auth: {
      enableSignup: auth.enable_signup,
      additionalRedirectUrls: auth.additional_redirect_urls,
      jwtExpirySeconds: auth.jwt_expiry,
      refreshTokenReuseIntervalSeconds: auth.refresh_token_reuse_interval,
      minimumPasswordLength: auth.minimum_password_length,
      email: {
        enableConfirmations: auth.email.enable_confirmations,
        otpLengthDigits: auth.email.otp_length,
        maxFrequencySeconds: seconds(auth.email.max_frequency, `${file}: auth.email.max_frequency`),
        securePasswordChange: auth.email.secure_password_change,
        requireCurrentPassword: auth.email.require_current_password,
        templates: auth.email.own_words ? {} : await readTemplates(auth.email.template, projectDir, file),
      },
      sms: {
        enableSignup: auth.sms.enable_signup,
        maxFrequencySeconds: seconds(auth.sms.max_frequency, `${file}: auth.sms.max_frequency`),
      },
      sessions: {
        timeboxSeconds: lifetime(auth.sessions.timebox, `${file}: auth.sessions.timebox`),
        inactivitySeconds: lifetime(
          auth.sessions.inactivity_timeout,
          `${file}: auth.sessions.inactivity_timeout`,
        ),
      },
      mfa: {
        maxFactors: auth.mfa.max_enrolled_factors,
        totp: { enroll: auth.mfa.totp.enroll_enabled, verify: auth.mfa.totp.verify_enabled },
      },
      ssoEnabled: auth.sso.enabled,
      unconfirmedLifetimeDays: auth.email.unconfirmed_lifetime_days,
      beforeUserCreatedHook: hookFunction(auth.hook.before_user_created, file),
      notices: auth.notices.page
        ? {
            page: auth.notices.page,
            cancelDeletion: hookFunction(
              {
                enabled: auth.notices.cancel_deletion !== undefined,
                uri: auth.notices.cancel_deletion ?? '',
              },
              file,
            ),
          }
        : undefined,
    },
    seed: { enabled: db.seed.enabled, sqlPaths: db.seed.sql_paths },
    storage: { fileSizeLimitBytes: bytes(storage.file_size_limit ?? '50MiB', file) },
    functions: Object.fromEntries(
      Object.entries(functions).map(([name, { enabled, verify_jwt }]) => [
        name,
        { enabled, verifyJwt: verify_jwt },
      ]),
    ),
  }
}

function seconds(duration: string, where: string): number {
  const match = /^(\d+)(s|m|h)$/.exec(duration)
  if (!match) throw new SettingsError(`${where}: «${duration}» no es una duración como 60s.`)
  return Number(match[1]) * { s: 1, m: 60, h: 3600 }[match[2] as 's' | 'm' | 'h']
}

/** What a mail of each kind must bring, in one of these ways; a kind that only informs needs nothing. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  confirmation: ['ConfirmationURL', 'Token'],
  recovery: ['ConfirmationURL', 'Token'],
  magic_link: ['ConfirmationURL', 'Token'],
  email_change: ['ConfirmationURL', 'Token'],
  reauthentication: ['Token'],
}

/**
 * The mails that the project words itself.
 * @throws SettingsError for a file that cannot be read, or that leaves out what the mail is for
 */
async function readTemplates(
  templates: Record<string, { subject?: string; content_path?: string }>,
  projectDir: string,
  file: string,
): Promise<Record<string, MailTemplate>> {
  const read: Record<string, MailTemplate> = {}
  for (const [kind, { subject, content_path: contentPath }] of Object.entries(templates)) {
    const where = `${file}: auth.email.template.${kind}`
    const html =
      contentPath === undefined
        ? undefined
        : // Any reason comes down to this line for the operator.
          await readFile(path.resolve(projectDir, contentPath), 'utf8').catch(() => {
            throw new SettingsError(`${where}: no se puede leer ${contentPath}.`)
          })
    const needed = NEEDED[kind] ?? []
    const brings = needed.some((name) => new RegExp(`\\{\\{\\s*\\.${name}\\s*\\}\\}`).test(html ?? ''))
    if (html !== undefined && needed.length > 0 && !brings) {
      throw new SettingsError(`${where}: a ${contentPath} le falta {{ .${needed.join(' }} o {{ .')} }}.`)
    }
    read[kind] = { subject, html }
  }
  return read
}

/** @returns undefined where nothing, or `0s`, is set: without an end */
function lifetime(duration: string | undefined, where: string): number | undefined {
  return duration === undefined ? undefined : seconds(duration, where) || undefined
}

/** A size as the Supabase command-line tool reads it: `5MiB`, `50MB`, or a number of bytes. */
function bytes(size: number | string, file: string): number {
  if (typeof size === 'number') return size
  const match = /^(\d{1,12})\s*([kmg]?)(i?)b?$/i.exec(size.trim())
  if (!match)
    throw new SettingsError(`${file}: storage.file_size_limit: «${size}» no es un tamaño como 50MiB.`)
  const power = { '': 0, k: 1, m: 2, g: 3 }[match[2]!.toLowerCase() as '' | 'k' | 'm' | 'g']
  return Number(match[1]) * (match[3] ? 1024 : 1000) ** power
}

/** `pg-functions://postgres/schema/function`, as Supabase writes the address of a hook that is a PostgreSQL function. */
function hookFunction(
  hook: { enabled: boolean; uri: string },
  file: string,
): { schema: string; name: string } | undefined {
  if (!hook.enabled) return undefined
  const match = /^pg-functions:\/\/postgres\/([a-z_][a-z0-9_]*)\/([a-z_][a-z0-9_]*)$/.exec(hook.uri)
  if (!match)
    throw new SettingsError(
      `${file}: auth.hook.before_user_created.uri y auth.notices.cancel_deletion: solo se admite pg-functions://postgres/…`,
    )
  return { schema: match[1]!, name: match[2]! }
}
