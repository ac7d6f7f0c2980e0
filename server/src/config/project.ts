import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'smol-toml'
import { type ConfigToml, configToml } from './configToml.ts'
import { SettingsError } from './error.ts'
import { externalProviders } from './externalProviders.ts'
import type { MailTemplate, ProjectConfig } from './serverConfig.ts'
import { bytes, lifetime, seconds } from './units.ts'
import { unsupportedKeys } from './unsupported.ts'

/**
 * Reads `config.toml` of a Supabase project folder.
 * @throws SettingsError when the file is missing, is not TOML, or a value that applies here is wrong
 */
export async function readProject(projectDir: string): Promise<ProjectConfig> {
  const file = path.join(projectDir, 'config.toml')
  let content: unknown
  try {
    content = withEnvironment(parse(await readFile(file, 'utf8')))
  } catch (error) {
    throw new SettingsError(`No se puede leer ${file}: ${(error as Error).message.split('\n', 1)[0]}`)
  }
  const parsed = configToml.safeParse(content)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new SettingsError(`${file}: ${issue.path.join('.')}: ${issue.message}`)
  }
  const { api, auth, db, storage, functions } = parsed.data
  const { providers, notes } = externalProviders(auth.external, file)
  const schemas = api.schemas.filter((schema) => schema !== GRAPHQL)
  return {
    api: { schemas, extraSearchPath: api.extra_search_path, maxRows: api.max_rows, port: api.port },
    auth: await authOf(auth, projectDir, file, providers),
    seed: { enabled: db.seed.enabled, sqlPaths: db.seed.sql_paths },
    storage: storageOf(storage, file),
    functions: Object.fromEntries(
      Object.entries(functions).map(([name, { enabled, verify_jwt, entrypoint, import_map }]) => [
        name,
        { enabled, verifyJwt: verify_jwt, entrypoint, importMap: import_map },
      ]),
    ),
    notes: [
      ...unsupportedKeys(content),
      ...notes,
      // Only where the folder names it: the tool adds it to every folder.
      ...(namesGraphql(content) ? ['api.schemas: no hay GraphQL; graphql_public no se sirve.'] : []),
    ].map((line) => `config.toml: ${line}`),
  }
}

const GRAPHQL = 'graphql_public'

function namesGraphql(content: unknown): boolean {
  const { api } = content as { api?: { schemas?: unknown } }
  return Array.isArray(api?.schemas) && api.schemas.includes(GRAPHQL)
}

/** `env(NAME)` stands for a variable of the environment, as the tool has it; one that is not set stays as it is written. */
function withEnvironment(value: unknown): unknown {
  if (typeof value === 'string') {
    const name = /^env\(([A-Z_][A-Z0-9_]*)\)$/i.exec(value)?.[1]
    return name === undefined ? value : (process.env[name] ?? value)
  }
  if (Array.isArray(value)) return value.map(withEnvironment)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withEnvironment(member)]))
}

async function authOf(
  auth: ConfigToml['auth'],
  projectDir: string,
  file: string,
  identityProviders: ProjectConfig['auth']['identityProviders'],
): Promise<ProjectConfig['auth']> {
  const { rate_limit: limits, captcha } = auth
  return {
    enableSignup: auth.enable_signup,
    siteUrl: auth.site_url?.replace(/\/+$/, ''),
    anonymousSignIns: auth.enable_anonymous_sign_ins,
    manualLinking: auth.enable_manual_linking,
    signingKeys:
      (auth.signing_keys_path && (await readKeys(auth.signing_keys_path, projectDir, file))) || undefined,
    passwordRequirements: auth.password_requirements || undefined,
    refuseGuessablePasswords: auth.refuse_guessable_passwords,
    rateLimits: {
      token: limits.token_refresh,
      signup: limits.sign_in_sign_ups,
      verify: limits.token_verifications,
      anonymous: limits.anonymous_users,
      emailSent: limits.email_sent,
      smsSent: limits.sms_sent,
    },
    captcha: captcha.enabled ? { provider: captcha.provider, secret: captcha.secret } : undefined,
    identityProviders,
    additionalRedirectUrls: auth.additional_redirect_urls,
    jwtExpirySeconds: auth.jwt_expiry,
    refreshTokenReuseIntervalSeconds: auth.refresh_token_reuse_interval,
    minimumPasswordLength: auth.minimum_password_length,
    email: {
      enableSignup: auth.email.enable_signup,
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
      testCodes: Object.fromEntries(
        Object.entries(auth.sms.test_otp).map(([phone, code]) => [phone.replace(/\D/g, ''), code]),
      ),
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
    beforeUserCreatedHook: hookFunction(
      auth.hook.before_user_created,
      `${file}: auth.hook.before_user_created.uri`,
    ),
    accessTokenHook: hookFunction(
      auth.hook.custom_access_token,
      `${file}: auth.hook.custom_access_token.uri`,
    ),
    notices: auth.notices.page
      ? {
          page: auth.notices.page,
          cancelDeletion: optionalFunction(
            auth.notices.cancel_deletion,
            `${file}: auth.notices.cancel_deletion`,
          ),
          returnStopped: optionalFunction(
            auth.notices.return_stopped,
            `${file}: auth.notices.return_stopped`,
          ),
          othersEnded: optionalFunction(auth.notices.others_ended, `${file}: auth.notices.others_ended`),
        }
      : undefined,
  }
}

function storageOf(storage: ConfigToml['storage'], file: string): ProjectConfig['storage'] {
  return {
    fileSizeLimitBytes: bytes(storage.file_size_limit, `${file}: storage.file_size_limit`),
    transformsImages: storage.image_transformation.enabled,
    buckets: Object.entries(storage.buckets).map(([id, bucket]) => ({
      id,
      isPublic: bucket.public,
      fileSizeLimitBytes:
        bucket.file_size_limit === undefined
          ? undefined
          : bytes(bucket.file_size_limit, `${file}: storage.buckets.${id}.file_size_limit`),
      allowedTypes: bucket.allowed_mime_types,
    })),
  }
}

/** The private keys (JWK) of a file as `supabase gen signing-key` writes it; the first one signs. @throws SettingsError */
async function readKeys(
  keysPath: string,
  projectDir: string,
  file: string,
): Promise<Record<string, unknown>[]> {
  const where = `${file}: auth.signing_keys_path`
  try {
    const keys: unknown = JSON.parse(await readFile(path.resolve(projectDir, keysPath), 'utf8'))
    const isUsable = (key: Record<string, unknown>) =>
      (key.kty === 'RSA' || key.kty === 'EC') && Boolean(key.d)
    if (Array.isArray(keys) && keys.length > 0 && keys.every(isUsable)) return keys
  } catch {
    throw new SettingsError(`${where}: no se puede leer ${keysPath}.`)
  }
  throw new SettingsError(`${where}: ${keysPath} no es una lista de claves privadas RSA o EC (JWK).`)
}

/** What a mail of each kind must bring, in one of these ways; a kind that only informs needs nothing. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  confirmation: ['ConfirmationURL', 'Token'],
  recovery: ['ConfirmationURL', 'Token'],
  invite: ['ConfirmationURL', 'Token'],
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
          await readFile(path.resolve(projectDir, contentPath), 'utf8')
            // The tool's own example names files from the folder above.
            .catch(() => readFile(path.resolve(projectDir, '..', contentPath), 'utf8'))
            .catch(() => {
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

const optionalFunction = (uri: string | undefined, name: string) =>
  hookFunction({ enabled: uri !== undefined, uri: uri ?? '' }, name)

/** `pg-functions://postgres/schema/function`, as Supabase writes the address of a hook that is a PostgreSQL function. */
function hookFunction(
  hook: { enabled: boolean; uri: string },
  where: string,
): { schema: string; name: string } | undefined {
  if (!hook.enabled) return undefined
  const match = /^pg-functions:\/\/postgres\/([a-z_][a-z0-9_]*)\/([a-z_][a-z0-9_]*)$/.exec(hook.uri)
  if (!match) throw new SettingsError(`${where}: solo se admite pg-functions://postgres/…`)
  return { schema: match[1]!, name: match[2]! }
}
