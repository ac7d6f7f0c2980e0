import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readProject } from './project.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-project-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const write = (toml: string) => writeFile(path.join(folder, 'config.toml'), toml)

describe('readProject', () => {
  it('takes the tool’s own defaults from an empty file', async () => {
    await write('')
    const project = await readProject(folder)
    expect(project.api).toEqual({
      schemas: ['public'],
      extraSearchPath: ['public', 'extensions'],
      maxRows: 1000,
    })
    expect(project.auth).toMatchObject({
      minimumPasswordLength: 6,
      anonymousSignIns: false,
      jwtExpirySeconds: 3600,
      email: { enableSignup: true, enableConfirmations: false, maxFrequencySeconds: 1 },
      sms: { enableSignup: false, maxFrequencySeconds: 5 },
    })
    expect(project.notes).toEqual([])
  })

  it('reads what applies and leaves alone what does not', async () => {
    await write(`
      project_id = "x"
      [api]
      schemas = ["public", "otra"]
      max_rows = 50
      [auth.email]
      max_frequency = "2m"
      [auth.hook.before_user_created]
      enabled = true
      uri = "pg-functions://postgres/interno/antes_de_crear"
      [studio]
      port = 1
    `)
    const project = await readProject(folder)
    expect(project.api).toMatchObject({ schemas: ['public', 'otra'], maxRows: 50 })
    expect(project.auth.email.maxFrequencySeconds).toBe(120)
    expect(project.auth.beforeUserCreatedHook).toEqual({ schema: 'interno', name: 'antes_de_crear' })
  })

  it('reads the largest file and what each function asks', async () => {
    await write(`
      [storage]
      file_size_limit = "5MiB"
      [functions.open]
      verify_jwt = false
    `)
    const project = await readProject(folder)
    expect(project.storage).toMatchObject({ fileSizeLimitBytes: 5 * 1024 * 1024 })
    expect(project.functions).toEqual({ open: { enabled: true, verifyJwt: false } })
    await write('')
    const empty = await readProject(folder)
    expect(empty.storage).toEqual({
      fileSizeLimitBytes: 50 * 1024 * 1024,
      transformsImages: false,
      buckets: [],
    })
    expect(empty.functions).toEqual({})
  })

  it.each([
    ['a size that is none', '[storage]\nfile_size_limit = "big"'],
    ['no TOML', '[api'],
    ['a wrong type', '[api]\nmax_rows = "many"'],
    ['a hook elsewhere', '[auth.hook.before_user_created]\nenabled = true\nuri = "https://example.org"'],
    ['no duration', '[auth.email]\nmax_frequency = "soon"'],
  ])('refuses %s, naming the file', async (_, toml) => {
    await write(toml)
    await expect(readProject(folder)).rejects.toThrow(/config\.toml/)
  })

  it('says so when there is no file', async () => {
    await expect(readProject(folder)).rejects.toThrow(/config\.toml/)
  })

  it('reads who may sign in, how long sessions last, and the mails of the project’s own words', async () => {
    await writeFile(path.join(folder, 'hola.html'), '<p>{{ .Token }}</p>')
    await write(`
      [auth.email]
      secure_password_change = true
      [auth.email.template.recovery]
      subject = "Hola"
      content_path = "./hola.html"
      [auth.sms]
      enable_signup = true
      [auth.sessions]
      timebox = "24h"
      inactivity_timeout = "0s"
      [auth.mfa.totp]
      enroll_enabled = true
    `)
    const { auth } = await readProject(folder)
    expect(auth).toMatchObject({
      email: {
        securePasswordChange: true,
        requireCurrentPassword: false,
        templates: { recovery: { subject: 'Hola', html: '<p>{{ .Token }}</p>' } },
      },
      sms: { enableSignup: true, maxFrequencySeconds: 5 },
      sessions: { timeboxSeconds: 86_400, inactivitySeconds: undefined },
      mfa: { maxFactors: 10, totp: { enroll: true, verify: false } },
      ssoEnabled: false,
      unconfirmedLifetimeDays: 7,
    })
  })

  it('reads where a notice leads, what takes a deletion back, and mails that only inform', async () => {
    await writeFile(path.join(folder, 'hola.html'), '<p>Hola</p>')
    await write(`
      [auth.notices]
      page = "/no-fui-yo"
      cancel_deletion = "pg-functions://postgres/interno/cancelar_baja"
      return_stopped = "pg-functions://postgres/interno/detener_devolucion"
      others_ended = "pg-functions://postgres/interno/soltar_avisos"
      [auth.email.template.notice_password]
      content_path = "./hola.html"
      [auth.email.template.recovery]
      subject = "Otra clave"
    `)
    const { auth } = await readProject(folder)
    expect(auth.notices).toEqual({
      page: '/no-fui-yo',
      cancelDeletion: { schema: 'interno', name: 'cancelar_baja' },
      returnStopped: { schema: 'interno', name: 'detener_devolucion' },
      othersEnded: { schema: 'interno', name: 'soltar_avisos' },
    })
    expect(auth.email.templates).toEqual({
      notice_password: { subject: undefined, html: '<p>Hola</p>' },
      recovery: { subject: 'Otra clave', html: undefined },
    })
    await write('[auth.notices]\npage = "/no-fui-yo"')
    expect((await readProject(folder)).auth.notices).toEqual({
      page: '/no-fui-yo',
      cancelDeletion: undefined,
      returnStopped: undefined,
      othersEnded: undefined,
    })
    await write('')
    expect((await readProject(folder)).auth.notices).toBeUndefined()
  })

  it.each([
    ['1000', 1000],
    ['"1000"', 1000],
    ['" 300 b "', 300],
    ['"5k"', 5_000],
    ['"50MB"', 50_000_000],
    ['"2gib"', 2 * 1024 ** 3],
  ])('reads a size of %s', async (written, fileSizeLimitBytes) => {
    await write(`[storage]\nfile_size_limit = ${written}`)
    expect((await readProject(folder)).storage).toMatchObject({ fileSizeLimitBytes })
  })

  it.each([
    ['45s', 45],
    ['2m', 120],
    ['3h', 10_800],
    ['1m0s', 60],
    ['1h2m3s', 3_723],
    ['1.5s', 1.5],
    ['500ms', 0.5],
    ['0', 0],
  ])('reads a duration of %s', async (written, seconds) => {
    await write(`[auth.sms]\nmax_frequency = "${written}"`)
    expect((await readProject(folder)).auth.sms?.maxFrequencySeconds).toBe(seconds)
  })

  it.each([
    ['[auth.email]\nmax_frequency = "1m 30s"', /auth\.email\.max_frequency: «1m 30s» no es una duración/],
    ['[auth.email]\nmax_frequency = "90"', /auth\.email\.max_frequency/],
    ['[auth.sms]\nmax_frequency = "in 60s"', /auth\.sms\.max_frequency: «in 60s» no es una duración/],
    ['[auth.sessions]\ninactivity_timeout = "x"', /auth\.sessions\.inactivity_timeout/],
    ['[storage]\nfile_size_limit = "about 5MB"', /storage\.file_size_limit: «about 5MB» no es un tamaño/],
    ['[storage]\nfile_size_limit = "5MB or so"', /storage\.file_size_limit/],
    ['[storage]\nfile_size_limit = -1', /config\.toml: storage\.file_size_limit: /],
    [
      '[auth.hook.before_user_created]\nenabled = true\nuri = "x pg-functions://postgres/a/b"',
      /before_user_created\.uri/,
    ],
    [
      '[auth.notices]\npage = "/x"\ncancel_deletion = "pg-functions://postgres/a/b/c"',
      /solo se admite pg-functions/,
    ],
    ['[auth.email.template.recovery]\ncontent_path = "./nada.html"', /template\.recovery: no se puede leer/],
    ['[auth.email.template.recovery]\ncontent_path = "./config.toml"', /ConfirmationURL }} o {{ \.Token }}/],
    ['[api', /^No se puede leer [^\n]*config\.toml: [^\n]+$/],
  ])('says what is wrong and where: %j', async (toml, message) => {
    await write(toml)
    await expect(readProject(folder)).rejects.toThrow(message)
  })

  it.each([
    ['[auth.sessions]\ntimebox = "pronto"', /auth\.sessions\.timebox/],
    ['[auth.email.template.recovery]\ncontent_path = "./nada.html"', /nada\.html/],
    ['[auth.email.template.recovery]\ncontent_path = "./config.toml"', /ConfirmationURL/],
  ])('refuses %j', async (toml, message) => {
    await write(toml)
    await expect(readProject(folder)).rejects.toThrow(message)
  })
})
