// What a folder may ask for in `config.toml` and does not get here. Each is named to the operator at the start, in one line; what
// is set as the tool has it by itself, or is off, is no news.

/** Keys that mean something to this server, by section; `*` stands for any name. */
const KNOWN = [
  'project_id',
  'api.enabled api.port api.schemas api.extra_search_path api.max_rows',
  'db.seed.enabled db.seed.sql_paths',
  'storage.enabled storage.file_size_limit storage.image_transformation.enabled',
  'storage.buckets.*.public storage.buckets.*.file_size_limit storage.buckets.*.allowed_mime_types',
  'functions.*.enabled functions.*.verify_jwt functions.*.entrypoint functions.*.import_map',
  'auth.enabled auth.site_url auth.additional_redirect_urls auth.jwt_expiry auth.signing_keys_path',
  'auth.refresh_token_reuse_interval auth.enable_signup auth.enable_anonymous_sign_ins auth.enable_manual_linking',
  'auth.minimum_password_length auth.password_requirements auth.refuse_guessable_passwords',
  'auth.rate_limit.token_refresh auth.rate_limit.sign_in_sign_ups auth.rate_limit.token_verifications',
  'auth.rate_limit.anonymous_users auth.rate_limit.email_sent auth.rate_limit.sms_sent auth.captcha.enabled auth.captcha.provider auth.captcha.secret',
  'auth.email.enable_signup auth.email.enable_confirmations auth.email.otp_length auth.email.max_frequency',
  'auth.email.secure_password_change auth.email.require_current_password auth.email.own_words',
  'auth.email.unconfirmed_lifetime_days auth.email.template.*.subject auth.email.template.*.content_path',
  'auth.sms.enable_signup auth.sms.max_frequency auth.sms.test_otp.*',
  'auth.sessions.timebox auth.sessions.inactivity_timeout auth.mfa.max_enrolled_factors',
  'auth.mfa.totp.enroll_enabled auth.mfa.totp.verify_enabled auth.sso.enabled',
  'auth.external.*.enabled auth.external.*.client_id auth.external.*.secret auth.external.*.url',
  'auth.notices.page auth.notices.cancel_deletion auth.notices.return_stopped auth.notices.others_ended',
  'auth.hook.before_user_created.enabled auth.hook.before_user_created.uri',
  'auth.hook.custom_access_token.enabled auth.hook.custom_access_token.uri',
].flatMap((line) => line.split(' '))

/** What only the tool itself, or the machine, is concerned with: ports of its own, its editor, its test mailbox. */
const TOOLS =
  /^(studio|inbucket|local_smtp|analytics|experimental|remotes)\b|^edge_runtime\.(enabled|policy|inspector_port|deno_version)$|^db\.(port|shadow_port|major_version|health_timeout|pooler\..*|migrations\.enabled|network_restrictions\..*|ssl_enforcement\..*)$|^realtime\.(enabled|ip_version|max_header_length)$|^auth\.external\.[^.]+\.(redirect_uri|skip_nonce_check|email_optional)$|^api\.tls\..*$|^(functions\.[^.]+\.static_files)$/

/** As the tool has it by itself, or as it is here in any case: then ignoring it changes nothing. */
const SAME: Readonly<Record<string, readonly unknown[]>> = {
  'auth.enable_refresh_token_rotation': [true],
  'auth.email.double_confirm_changes': [true],
  // A mailed code is good for ten minutes, a link for an hour (docs/api.md).
  'auth.email.otp_expiry': [600, 3600],
  'auth.rate_limit.web3': [30],
  'auth.sms.enable_confirmations': [true, false],
  'auth.sms.template': ['Your code is {{ .Code }}'],
  'auth.mfa.phone.otp_length': [6],
  'auth.mfa.phone.template': ['Your code is {{ .Code }}'],
  'auth.mfa.phone.max_frequency': ['5s'],
  'auth.oauth_server.authorization_url_path': ['/oauth/consent'],
  'db.migrations.schema_paths': [],
}

/** What is on wherever this server runs, as the tool has it by itself: a folder that turns it off asks for something. */
const ALWAYS_ON = new Set(
  'api.enabled auth.enabled storage.enabled realtime.enabled edge_runtime.enabled db.migrations.enabled auth.enable_refresh_token_rotation auth.email.double_confirm_changes'.split(
    ' ',
  ),
)

/** What the operator can do instead, or why it is not there. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^auth\.email\.smtp/, 'el correo se ajusta con SMTP_HOST, SMTP_FROM …'],
  [/^auth\.sms\./, 'los mensajes se entregan a SMS_URL'],
  [/^auth\.hook\./, 'ese gancho no se llama'],
  [/^auth\.web3|^auth\.third_party|^auth\.oauth_server|^auth\.mfa\./, 'está apagado'],
  [/^storage\.buckets\.[^.]+\.objects_path/, 'los archivos se suben por la API'],
  [/^storage\.s3/, 'no hay protocolo S3'],
  [/^db\.vault|^edge_runtime\.secrets/, 'los secretos de las funciones se ponen en supabase/functions/.env'],
]

/**
 * @param content of `config.toml`, as it was read
 * @returns a line for each key that means something to Supabase and nothing here
 */
export function unsupportedKeys(content: unknown): string[] {
  const lines: string[] = []
  const off = new Set<string>()
  const leaves = leavesOf(content)
  for (const { key, value } of leaves)
    if (/\.enabled$/.test(key) && value === false) off.add(key.slice(0, -'.enabled'.length))
  for (const { key, value } of leaves) {
    if (value === false && ALWAYS_ON.has(key)) lines.push(`${key}: aquí está siempre encendido.`)
    if (TOOLS.test(key) || KNOWN.some((known) => fits(known, key))) continue
    if (value === false || (Array.isArray(value) && value.length === 0)) continue
    if ([...off].some((section) => key.startsWith(`${section}.`))) continue
    if (SAME[key]?.includes(value)) continue
    const why = INSTEAD.find(([pattern]) => pattern.test(key))?.[1]
    lines.push(`${key}: aquí no hace nada${why ? ` (${why})` : ''}.`)
  }
  return lines
}

function leavesOf(value: unknown, path: readonly string[] = []): { key: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date)
    return [{ key: path.join('.'), value }]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
}

function fits(known: string, key: string): boolean {
  const [one, other] = [known.split('.'), key.split('.')]
  return one.length === other.length && one.every((part, index) => part === '*' || part === other[index])
}
