import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readProject } from './project.ts'

// What a folder may say in `config.toml`, whoever made it. Source: Supabase documentation, "Supabase CLI config".

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
      rateLimits: { anonymous: 7, verify: 9, token: undefined, signup: undefined },
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
    '[auth.external.google]\nenabled = true\nclient_id = "one"\nsecret = "env(NOT_SET_ANYWHERE)"',
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
