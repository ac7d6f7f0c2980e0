import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readProject } from './project.ts'

// What a folder may say in `config.toml`, by hand or by a tool. Source: Supabase documentation, "Supabase CLI config".

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'a-project-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})
const read = async (toml: string) => {
  await writeFile(path.join(folder, 'config.toml'), toml)
  return readProject(folder)
}

describe('a folder’s config.toml', () => {
  it('says who may sign in, and how often', async () => {
    const { auth } = await read(`
      [auth]
      site_url = "http://localhost:3000/"
      enable_anonymous_sign_ins = true
      password_requirements = "letters_digits"
      [auth.rate_limit]
      email_sent = 3
      sms_sent = 4
      token_refresh = 5
      sign_in_sign_ups = 6
      anonymous_users = 7
      token_verifications = 9
      [auth.email]
      enable_signup = false
      [auth.sms.test_otp]
      4152127777 = "123456"
      [auth.captcha]
      enabled = true
      provider = "turnstile"
      secret = "x"
    `)
    expect(auth).toMatchObject({
      siteUrl: 'http://localhost:3000',
      anonymousSignIns: true,
      passwordRequirements: 'letters_digits',
      rateLimits: { emailSent: 3, smsSent: 4, token: 5, signup: 6, anonymous: 7, verify: 9 },
      email: { enableSignup: false },
      sms: { testCodes: { '4152127777': '123456' } },
      captcha: { provider: 'turnstile', secret: 'x' },
    })
  })

  it('takes secrets from the environment', async () => {
    vi.stubEnv('THE_SECRET', 'sesame')
    const { auth, notes } = await read(`
      [auth.external.google]
      enabled = true
      client_id = "one"
      secret = "env(THE_SECRET)"
      [auth.external.keycloak]
      enabled = true
      client_id = "two"
      secret = "env(THE_SECRET)"
      url = "https://id.example/realms/x"
      [auth.external.github]
      enabled = true
      client_id = "three"
      secret = "y"
      [auth.external.twitter]
      enabled = true
      client_id = "four"
      secret = "z"
    `)
    expect(auth.identityProviders).toEqual([
      { name: 'google', issuer: 'https://accounts.google.com', clientId: 'one', clientSecret: 'sesame' },
      { name: 'keycloak', issuer: 'https://id.example/realms/x', clientId: 'two', clientSecret: 'sesame' },
      {
        name: 'github',
        issuer: 'https://github.com',
        clientId: 'three',
        clientSecret: 'y',
        plain: 'github',
      },
    ])
    expect(notes).toEqual([expect.stringMatching(/auth\.external\.twitter/)])
  })

  it.each([
    'client_id = "one"\nsecret = "env(NOT_SET_ANYWHERE)"',
    'client_id = "one"',
    'client_id = "env(NOT_SET_ANYWHERE)"\nsecret = "x"',
  ])('a provider without what it needs is off, and the start says so: %j', async (lines) => {
    const { auth, notes } = await read(`[auth.external.google]\nenabled = true\n${lines}`)
    expect([auth.identityProviders, notes]).toEqual([
      [],
      ['config.toml: auth.external.google: le falta client_id o secret; nadie entra con él.'],
    ])
  })

  it.each([
    '[auth.external.keycloak]\nenabled = true\nclient_id = "one"\nsecret = "x"',
    '[auth.hook.custom_access_token]\nenabled = true\nuri = "https://example.org/hook"',
    '[auth]\nsigning_keys_path = "./nothing.json"',
    '[auth]\nsigning_keys_path = "./config.toml"',
    '[auth]\npassword_requirements = "something"',
  ])('refuses %j, naming the file', async (toml) => {
    await expect(read(toml)).rejects.toThrow(/config\.toml/)
  })

  it('reads buckets, sizes of pictures and functions', async () => {
    const { storage, functions, api } = await read(`
      [api]
      port = 54321
      [storage.image_transformation]
      enabled = true
      [storage.buckets.images]
      public = true
      file_size_limit = "1MiB"
      allowed_mime_types = ["image/png"]
      [storage.buckets.papers]
      [functions.hello]
      entrypoint = "./functions/hello/main.ts"
      import_map = "./functions/import_map.json"
    `)
    expect(api.port).toBe(54_321)
    expect(storage).toMatchObject({
      transformsImages: true,
      buckets: [
        { id: 'images', isPublic: true, fileSizeLimitBytes: 1_048_576, allowedTypes: ['image/png'] },
        { id: 'papers', isPublic: false },
      ],
    })
    expect(functions?.hello).toEqual({
      enabled: true,
      verifyJwt: true,
      entrypoint: './functions/hello/main.ts',
      importMap: './functions/import_map.json',
    })
  })

  it('reads private keys, and nothing else as one', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const file = path.join(folder, 'signing_keys.json')
    await writeFile(file, JSON.stringify([{ ...(await exportJWK(privateKey)), kid: 'one' }]))
    const toml = '[auth]\nsigning_keys_path = "./signing_keys.json"'
    expect((await read(toml)).auth.signingKeys).toMatchObject([{ kid: 'one', kty: 'RSA' }])
    await writeFile(file, JSON.stringify([await exportJWK(publicKey)]))
    await expect(read(toml)).rejects.toThrow(/privadas/)
  })

  it('has a line for each thing that is asked for and not there, and none for what is off or as the tool has it', async () => {
    const { notes } = await read(`
      [api]
      schemas = ["public", "graphql_public"]
      [auth]
      enable_manual_linking = true
      enable_refresh_token_rotation = true
      [auth.rate_limit]
      email_sent = 2
      web3 = 5
      [auth.web3.solana]
      enabled = true
      [auth.hook.mfa_verification_attempt]
      enabled = true
      uri = "pg-functions://postgres/public/hook"
      [auth.hook.send_email]
      enabled = false
      uri = "https://example.org"
      [auth.sms.twilio]
      enabled = false
      account_sid = "x"
      [studio]
      enabled = true
      [made_up]
      thing = 1
    `)
    const keys = notes?.map((line) => /^config\.toml: ([\w.]+):/.exec(line)?.[1])
    expect(keys).toEqual([
      'auth.rate_limit.web3',
      'auth.web3.solana.enabled',
      'auth.hook.mfa_verification_attempt.enabled',
      'auth.hook.mfa_verification_attempt.uri',
      'made_up.thing',
      'api.schemas',
    ])
  })

  it('has a line for each thing that is to be off and is on all the same', async () => {
    const { notes } = await read(`
      [api]
      enabled = false
      [auth]
      enabled = false
      enable_refresh_token_rotation = false
      [auth.email]
      double_confirm_changes = false
      [storage]
      enabled = false
      [realtime]
      enabled = false
      [edge_runtime]
      enabled = false
      [db.migrations]
      enabled = false
      [studio]
      enabled = false
    `)
    const line = (key: string) => `config.toml: ${key}: aquí está siempre encendido.`
    expect(notes).toEqual(
      [
        'api.enabled',
        'auth.enabled',
        'auth.enable_refresh_token_rotation',
        'auth.email.double_confirm_changes',
        'storage.enabled',
        'realtime.enabled',
        'edge_runtime.enabled',
        'db.migrations.enabled',
      ].map(line),
    )
  })
})

it('of a folder as the tool makes it only what is not there is named', async () => {
  const { notes, api } = await read(`
    project_id = "one"
    [api]
    enabled = true
    port = 54321
    schemas = ["public", "graphql_public"]
    extra_search_path = ["public", "extensions"]
    max_rows = 1000
    [api.tls]
    enabled = false
    [db]
    port = 54322
    shadow_port = 54320
    health_timeout = "2m"
    major_version = 17
    [db.pooler]
    enabled = false
    port = 54329
    pool_mode = "transaction"
    default_pool_size = 20
    max_client_conn = 100
    [db.migrations]
    enabled = true
    schema_paths = []
    [db.seed]
    enabled = true
    sql_paths = ["./seed.sql"]
    [db.network_restrictions]
    enabled = false
    allowed_cidrs = ["0.0.0.0/0"]
    allowed_cidrs_v6 = ["::/0"]
    [realtime]
    enabled = true
    [studio]
    enabled = true
    port = 54323
    api_url = "http://127.0.0.1"
    openai_api_key = "env(OPENAI_API_KEY)"
    [inbucket]
    enabled = true
    port = 54324
    [storage]
    enabled = true
    file_size_limit = "50MiB"
    [storage.s3_protocol]
    enabled = true
    [storage.analytics]
    enabled = false
    max_namespaces = 5
    [storage.vector]
    enabled = false
    max_buckets = 10
    [auth]
    enabled = true
    site_url = "http://127.0.0.1:3000"
    additional_redirect_urls = ["https://127.0.0.1:3000"]
    jwt_expiry = 3600
    enable_refresh_token_rotation = true
    refresh_token_reuse_interval = 10
    enable_signup = true
    enable_anonymous_sign_ins = false
    enable_manual_linking = false
    minimum_password_length = 6
    password_requirements = ""
    [auth.rate_limit]
    email_sent = 2
    sms_sent = 30
    anonymous_users = 30
    token_refresh = 150
    sign_in_sign_ups = 30
    token_verifications = 30
    web3 = 30
    [auth.email]
    enable_signup = true
    double_confirm_changes = true
    enable_confirmations = false
    secure_password_change = false
    max_frequency = "1s"
    otp_length = 6
    otp_expiry = 3600
    [auth.sms]
    enable_signup = false
    enable_confirmations = false
    template = "Your code is {{ .Code }}"
    max_frequency = "5s"
    [auth.sms.twilio]
    enabled = false
    auth_token = "env(SUPABASE_AUTH_SMS_TWILIO_AUTH_TOKEN)"
    [auth.mfa]
    max_enrolled_factors = 10
    [auth.mfa.totp]
    enroll_enabled = false
    verify_enabled = false
    [auth.mfa.phone]
    enroll_enabled = false
    verify_enabled = false
    otp_length = 6
    template = "Your code is {{ .Code }}"
    max_frequency = "5s"
    [auth.external.apple]
    enabled = false
    client_id = ""
    secret = "env(SUPABASE_AUTH_EXTERNAL_APPLE_SECRET)"
    redirect_uri = ""
    url = ""
    skip_nonce_check = false
    email_optional = false
    [auth.web3.solana]
    enabled = false
    [auth.third_party.aws_cognito]
    enabled = false
    [auth.oauth_server]
    enabled = false
    authorization_url_path = "/oauth/consent"
    allow_dynamic_registration = false
    [edge_runtime]
    enabled = true
    policy = "per_worker"
    inspector_port = 8083
    deno_version = 2
    [analytics]
    enabled = true
    port = 54327
    backend = "postgres"
    [experimental]
    orioledb_version = ""
    s3_host = "env(S3_HOST)"
  `)
  expect(notes).toEqual([
    'config.toml: storage.s3_protocol.enabled: aquí no hace nada (no hay protocolo S3).',
    'config.toml: api.schemas: no hay GraphQL; graphql_public no se sirve.',
  ])
  expect(api.schemas).toEqual(['public'])
})

it('this repository’s own folder asks for nothing that is not there, and for more than the tool’s defaults', async () => {
  const project = await readProject(path.resolve(import.meta.dirname, '../../../supabase'))
  expect(project.notes).toEqual([])
  expect(project.auth).toMatchObject({
    minimumPasswordLength: 8,
    refuseGuessablePasswords: true,
    anonymousSignIns: false,
    email: { enableConfirmations: true, maxFrequencySeconds: 60, requireCurrentPassword: true },
    sms: { enableSignup: false, maxFrequencySeconds: 60 },
  })
  expect(project.auth.signingKeys).toBeUndefined()
  expect(project.storage).toMatchObject({ transformsImages: false, buckets: [] })
})
