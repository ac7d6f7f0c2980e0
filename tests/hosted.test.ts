import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import webPush from 'web-push'
import type { RunningServer } from '../server/src/start.ts'
import { localPushService } from '../server/testing/pushService.ts'
import { localRelay } from '../server/testing/smtpRelay.ts'
import { startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'
import { root } from '../tools/lib/run.ts'
import { entregas, makeContact, makeElla, press } from './helpers/alarma.ts'

/** What hosted Supabase is given, and the functions in its own runtime (`DENO` names the program; docs/operations.md). */

const FOLDER = path.join(root, 'supabase/functions')
const { DENO, DENO_CACHE } = process.env
const names = (await readdir(FOLDER, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name)

it('every function says which packages it needs, in the versions that our server has', async () => {
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'server/package.json'), 'utf8'))
  expect(names.length).toBeGreaterThan(7)
  for (const name of names) {
    const { imports } = JSON.parse(await readFile(path.join(FOLDER, name, 'deno.json'), 'utf8'))
    for (const [said, from] of Object.entries<string>(imports)) {
      const [, asked, version] = /^npm:\/?([^@]+)@([^/]+)\/?$/.exec(from)!
      expect(`${asked}/`.startsWith(said.replace(/\/?$/, '/')), said).toBe(true)
      expect(version, `${name}: ${said}`).toBe(dependencies[asked!])
    }
  }
})

it('mails of hosted Supabase are Spanish, name neither product nor topic, and carry what they are for', async () => {
  const config = await readFile(path.join(root, 'supabase/config.toml'), 'utf8')
  for (const kind of ['confirmation', 'recovery', 'magic_link', 'email_change', 'reauthentication']) {
    const [, subject, file] = new RegExp(
      `\\[auth\\.email\\.template\\.${kind}\\]\nsubject = "(.+)"\ncontent_path = "(.+)"`,
    ).exec(config)!
    const html = await readFile(path.join(root, file!), 'utf8')
    expect(html).toContain(`<title>${subject}</title>`)
    expect(html).toContain('<html lang="es">')
    expect(html).toContain('{{ .Token }}')
    expect(html.includes('{{ .ConfirmationURL }}')).toBe(kind !== 'reauthentication')
    expect(html).not.toMatch(/amparo|violencia|alerta|LINK|http:/i)
  }
})

describe.skipIf(!DENO)('in Deno', () => {
  let folder: string
  let push: Awaited<ReturnType<typeof localPushService>>
  let relay: Awaited<ReturnType<typeof localRelay>>
  let server: RunningServer
  const running: ChildProcess[] = []
  const SITE = 'https://casa.example'
  const vapid = webPush.generateVAPIDKeys()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'amparo-hosted-'))
    await chmod(folder, 0o711)
    ;[push, relay] = await Promise.all([localPushService(), localRelay()])
    const env = {
      AMPARO_DATA: path.join(folder, 'data'),
      AMPARO_RATE_FACTOR: '10000',
      PORT: String(await freePort()),
    }
    server = (await startAmparo({ demo: true, staticDir: null, env })).server
    // Its own sender: what is due is left to the one in Deno.
    server.jobs.stop()
  })
  afterAll(async () => {
    for (const child of running) child.kill()
    await server?.stop()
    await push?.close()
    await relay?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const environment = (settings: Record<string, string> = {}) => ({
    PATH: process.env.PATH,
    HOME: folder,
    NO_COLOR: '1',
    DENO_NO_UPDATE_CHECK: '1',
    // The machine's own certificates too: packages may come through the developer's own proxy.
    DENO_TLS_CA_STORE: 'system,mozilla',
    ...(process.env.SSL_CERT_FILE && { SSL_CERT_FILE: process.env.SSL_CERT_FILE }),
    ...(process.env.npm_config_registry && { NPM_CONFIG_REGISTRY: process.env.npm_config_registry }),
    DENO_DIR: DENO_CACHE ?? path.join(folder, 'deno'),
    SUPABASE_URL: server.url,
    SUPABASE_ANON_KEY: server.config.secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: server.config.secrets.serviceRoleKey,
    ...settings,
  })

  /** One function as the platform runs it: its own process, its own settings. @returns where it answers */
  async function serve(name: string, settings: Record<string, string> = {}): Promise<string> {
    const port = await freePort()
    const child = spawn(
      DENO!,
      ['run', '--allow-net', '--allow-env', '--allow-read', '--allow-sys', '--no-lock', 'index.ts'],
      {
        cwd: path.join(FOLDER, name),
        env: { ...environment(settings), DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    running.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    const url = `http://127.0.0.1:${port}`
    await expect
      .poll(
        () =>
          fetch(url, { method: 'OPTIONS' }).then(
            ({ status }) => status,
            () => said,
          ),
        { timeout: 60_000 },
      )
      .toBe(204)
    return url
  }
  const asService = () => ({ authorization: `Bearer ${server.config.secrets.serviceRoleKey}` })

  it.each(names)('%s has no fault of type', { timeout: 180_000 }, async (name) => {
    await promisify(execFile)(DENO!, ['check', '--no-lock', 'index.ts'], {
      cwd: path.join(FOLDER, name),
      env: environment(),
    })
  })

  it.each(names)(
    '%s lets the site call it, any page where none is named, and nobody in without a word of theirs',
    { timeout: 180_000 },
    async (name) => {
      const origin = async (url: string) =>
        (await fetch(url, { method: 'OPTIONS' })).headers.get('access-control-allow-origin')
      const ours = await serve(name, { SITE_URL: `${SITE}/` })
      expect(await origin(ours)).toBe(SITE)
      expect(await origin(await serve(name))).toBe('*')
      const stranger = await fetch(ours, { method: 'POST', body: '{}' })
      expect(stranger.status).toBeGreaterThanOrEqual(400)
      expect(stranger.status).not.toBe(500)
      expect(stranger.headers.get('access-control-allow-origin')).toBe(SITE)
    },
  )

  it('alarma hands an alert over by mail and push, once, and notes what became of it', {
    timeout: 180_000,
  }, async () => {
    const url = await serve('alarma', {
      SITE_URL: SITE,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(relay.port),
      SMTP_FROM: 'Casa <casa@example.org>',
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      PUSH_SERVICES: push.origin,
    })
    const round = async () => {
      const response = await fetch(url, { method: 'POST', headers: asService(), body: '{}' })
      return { status: response.status, ...((await response.json()) as { enviadas?: number }) }
    }
    expect((await fetch(url, { method: 'POST' })).status).toBe(403)
    const ella = await makeElla(server)
    const { endpoint: destino, p256dh, auth } = push.subscribe('aparato')
    await makeContact(server, ella, [
      { via: 'correo', destino: 'lucia@ejemplo.mx' },
      { via: 'push', destino, p256dh, auth },
    ])
    const alerta = await press(ella)
    expect(relay.taken).toEqual([])
    // Two at once, as pg_cron may call it.
    const rounds = await Promise.all([round(), round()])
    expect(rounds.map(({ status }) => status)).toEqual([200, 200])
    await expect
      .poll(async () => (await entregas(ella, alerta)).map(({ via, estado }) => `${via} ${estado}`))
      .toEqual(['correo enviada', 'push enviada'])
    expect(relay.taken.map(({ to }) => to)).toEqual(['lucia@ejemplo.mx'])
    const plain = relay.taken[0]!.content.replaceAll('=\n', '').replaceAll('=3D', '=')
    expect(plain).toContain(`${SITE}/alerta/`)
    expect(push.received).toMatchObject([
      {
        publicKey: vapid.publicKey,
        message: { tipo: 'alerta', codigo: expect.stringMatching(/^[\w-]{32}$/) },
      },
    ])
    // The link of the push opens her alert: the code that Deno made is the one that the database knows.
    const { codigo } = push.received[0]!.message as { codigo: string }
    const { data } = await ella.supabase.rpc('ver_alerta', { codigo })
    expect(data).toMatchObject({ estado: 'abierta', nombre: ella.name })
    expect(await round()).toMatchObject({ status: 200, enviadas: 0 })
  })

  it('a relay that answers nothing leaves it for the next round', { timeout: 180_000 }, async () => {
    const silent = await localRelay()
    silent.isSilent = true
    const url = await serve('alarma', {
      SITE_URL: SITE,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(silent.port),
      SMTP_FROM: 'Casa <casa@example.org>',
    })
    const ella = await makeElla(server)
    await makeContact(server, ella, [{ via: 'correo', destino: 'otra@ejemplo.mx' }])
    const alerta = await press(ella)
    await fetch(url, { method: 'POST', headers: asService(), body: '{}' })
    await silent.close()
    expect((await entregas(ella, alerta)).map(({ estado }) => estado)).toEqual(['en_cola'])
  })
})
