import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { removeCluster } from '../server/src/start.ts'
import { program } from '../tests/helpers/program.ts'
import { freePort } from './lib/port.ts'
import { root } from './lib/run.ts'

/** `npm start` as real processes: the one that keeps, the one that serves, PostgreSQL. */
let folder: string
/** What the first test's start left: the other tests begin with a copy, which takes seconds less than a first start. */
let begun: string
let data: string
let port: number
const started: ChildProcess[] = []

beforeAll(async () => {
  begun = await temporaryFolder()
})
afterAll(() => remove(begun))
beforeEach(async () => {
  folder = await temporaryFolder()
  data = path.join(folder, 'data')
  port = await freePort()
  if (existsSync(path.join(begun, 'data'))) await copy(path.join(begun, 'data'), data)
})
afterEach(async () => {
  for (const supervisor of started.splice(0)) {
    if (supervisor.exitCode === null && supervisor.signalCode === null) supervisor.kill('SIGTERM')
    await ended(supervisor)
  }
  if (!existsSync(path.join(begun, 'data')) && existsSync(path.join(data, 'postgres')))
    await copy(data, path.join(begun, 'data'))
  await remove(folder)
})

async function temporaryFolder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'amparo-start-'))
  // PostgreSQL's own account passes through it.
  await chmod(made, 0o711)
  return made
}

/** With its owners. A cluster that lies elsewhere stays the only one of its kind. */
async function copy(from: string, to: string): Promise<void> {
  if (!lstatSync(path.join(from, 'postgres')).isSymbolicLink())
    await promisify(execFile)('cp', ['-a', from, to])
}

async function remove(which: string): Promise<void> {
  await removeCluster(path.join(which, 'data'))
  await rm(which, { recursive: true, force: true })
}

/** Runs the start script; `output` is all it has printed so far. */
function start(env: Record<string, string> = {}) {
  const script = program('tools/start.ts')
  const supervisor = spawn(process.execPath, script, {
    cwd: root,
    env: { ...process.env, AMPARO_DATA: data, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(supervisor)
  const run = {
    supervisor,
    output: '',
    ready: () => vi.waitFor(() => expect(run.output).toContain('Ctrl+C'), PATIENCE),
  }
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.on('data', (text) => (run.output += text))
  return run
}

const PATIENCE = { timeout: 100_000, interval: 50 }

function ended(supervisor: ChildProcess): Promise<number | null> {
  if (supervisor.exitCode !== null || supervisor.signalCode !== null)
    return Promise.resolve(supervisor.exitCode)
  return new Promise((resolve) => supervisor.once('exit', resolve))
}

const healthy = () =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
const serving = () => vi.waitFor(async () => expect(await healthy()).toBe(true), PATIENCE)

/** The process that listens, asked of the system. */
async function serverOf(supervisor: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${supervisor.pid}/task/${supervisor.pid}/children`, 'utf8')
  for (const pid of children.trim().split(' ').map(Number)) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (/\bserve\.[jt]s\b/.test(line)) return pid
  }
  throw new Error('no server')
}

const postgres = async () =>
  Number((await readFile(path.join(data, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])

/** A signal to the supervisor ends server and PostgreSQL in order. */
async function endsOn(signal: 'SIGINT' | 'SIGTERM', run: ReturnType<typeof start>): Promise<void> {
  const [server, database] = [await serverOf(run.supervisor), await postgres()]
  const before = run.output.length
  run.supervisor.kill(signal)
  expect(await ended(run.supervisor)).toBe(0)
  expect([isGone(server), isGone(database)]).toEqual([true, true])
  expect(run.output.slice(before)).not.toContain('terminó sin que')
}

const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

it('a killed server is up again, with a line, the same PostgreSQL and no second admin; SIGINT ends both in order', async () => {
  const run = start()
  await run.ready()
  expect(run.output.match(/Contraseña de un solo uso/g)).toHaveLength(1)
  const [server, database] = [await serverOf(run.supervisor), await postgres()]
  process.kill(server, 'SIGKILL')
  await vi.waitFor(() => expect(run.output).toContain('El servidor funciona de nuevo'), PATIENCE)
  expect(await healthy()).toBe(true)
  expect(isGone(server)).toBe(true)
  expect(await postgres()).toBe(database)
  expect(run.output).toMatch(/terminó sin que se le pidiera \(SIGKILL\): empieza de nuevo en 0 s/)
  expect(run.output.match(/Contraseña de un solo uso/g)).toHaveLength(1)
  expect(await readFile(path.join(data, 'logs/server.log'), 'utf8')).toContain('funciona de nuevo')
  await endsOn('SIGINT', run)
})

it('a server that falls again and again meets growing pauses; SIGHUP asks the last one for a new file of its log', async () => {
  const run = start()
  await run.ready()
  for (const pause of ['0', '0,2', '0,4']) {
    process.kill(await serverOf(run.supervisor), 'SIGKILL')
    await vi.waitFor(() => expect(run.output).toContain(`empieza de nuevo en ${pause} s`), PATIENCE)
    await serving()
  }
  // A service is asked for a new file of its log; that is no reason to end.
  const log = path.join(data, 'logs/server.log')
  await rename(log, `${log}.moved`)
  run.supervisor.kill('SIGHUP')
  await vi.waitFor(() => expect(existsSync(log)).toBe(true), PATIENCE)
  expect(await healthy()).toBe(true)
}, 240_000)

it('after the supervisor is killed its server ends by itself, and the next start finds everything; SIGTERM ends it in order', async () => {
  const run = start()
  await run.ready()
  const server = await serverOf(run.supervisor)
  run.supervisor.kill('SIGKILL')
  await ended(run.supervisor)
  await vi.waitFor(() => expect(isGone(server)).toBe(true), PATIENCE)
  const next = start()
  await next.ready()
  expect(await healthy()).toBe(true)
  expect(next.output).not.toContain('Contraseña')
  await endsOn('SIGTERM', next)
}, 240_000)

it.each([
  [{ PORT: 'x' }, /PORT/],
  [{ ADMIN_EMAIL: 'nobody' }, /ADMIN_EMAIL/],
  [
    { HOST: '203.0.113.7' },
    /^Amparo no pudo arrancar\. Ajuste HOST no válido: «203\.0\.113\.7» no es una dirección de esta máquina \(EADDRNOTAVAIL\)\.$/,
  ],
  [
    { AMPARO_TURN_USER: 'x' },
    /^Amparo no pudo arrancar\. Ajuste AMPARO_TURN_URL no válido: hace falta cuando hay AMPARO_TURN_USER\.$/,
  ],
])('a start that cannot be says why in one line and is not repeated: %o', async (env, line) => {
  const run = start(env)
  expect(await ended(run.supervisor)).toBe(1)
  expect(run.output.trim().split('\n')).toEqual([expect.stringMatching(line)])
})

it('a port that is taken is said in one line', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  try {
    const run = start()
    expect(await ended(run.supervisor)).toBe(1)
    expect(run.output.trim().split('\n')).toEqual([expect.stringMatching(new RegExp(`${port}.*PORT`))])
    const figures = start({ PORT: String(await freePort()), AMPARO_METRICS_PORT: String(port) })
    expect(await ended(figures.supervisor)).toBe(1)
    expect(figures.output.trim()).toBe(
      `Amparo no pudo arrancar. Ajuste AMPARO_METRICS_PORT no válido: el puerto ${port} de 127.0.0.1 no se puede usar (EADDRINUSE).`,
    )
  } finally {
    other.close()
  }
})

it('says at the start where backups cannot go, and serves; the doctor says what is wrong with the installation of this machine', async () => {
  const taken = path.join(folder, 'taken')
  await writeFile(taken, '')
  const run = start({ AMPARO_BACKUP_FOLDER: path.join(taken, 'copias') })
  await run.ready()
  expect(run.output).toMatch(
    /^Sin copias: .*no puede escribir en .*taken\/copias \(AMPARO_BACKUP_FOLDER\)\.$/m,
  )
  await serving()

  const doctor = (env: Record<string, string> = {}) => {
    const script = program('tools/doctor.ts')
    const settings = {
      AMPARO_DATA: data,
      PORT: String(port),
      SUPABASE_URL: '',
      SUPABASE_SERVICE_ROLE_KEY: '',
    }
    return promisify(execFile)(process.execPath, script, {
      cwd: root,
      env: { ...process.env, ...settings, ...env },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      (error) => ({ code: error.code as number, said: String(error.stdout + error.stderr) }),
    )
  }
  const found = await doctor({
    SITE_URL: 'https://casa.example',
    AMPARO_BACKUP_FOLDER: path.join(taken, 'copias'),
  })
  for (const what of ['servicio', 'disco', 'trabajos', 'en vivo'])
    expect(found.said).toContain(`bien   ${what}\n`)
  // With an address of its own it is an installation for members.
  expect(found.said).toContain(`FALTA  copias: Esta cuenta no puede escribir en ${taken}/copias.\n`)
  // An installation that was never started is not made by asking.
  const elsewhere = await doctor({ AMPARO_DATA: path.join(folder, 'nothing') })
  expect([elsewhere.code, elsewhere.said.trim()]).toEqual([
    1,
    `Ajuste AMPARO_DATA: en ${folder}/nothing no hay ninguna instalación.`,
  ])
  expect(existsSync(path.join(folder, 'nothing'))).toBe(false)

  await endsOn('SIGTERM', run)
  const silent = await doctor()
  expect([silent.code, silent.said.trim()]).toEqual([
    1,
    `En http://127.0.0.1:${port} no contesta nadie: ¿está en marcha?`,
  ])

  // The folder stays: where it is a disk, or lies in a folder of root's, this account cannot take it away.
  const reset = program('tools/reset.ts', '--yes')
  await promisify(execFile)(process.execPath, reset, {
    cwd: root,
    env: { ...process.env, AMPARO_DATA: data },
  })
  expect(await readdir(data)).toEqual([])
})
