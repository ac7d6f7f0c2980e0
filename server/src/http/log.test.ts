import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, it, vi } from 'vitest'
import { noteCode } from './errors.ts'
import { createLog, RequestLog, reopenLog } from './log.ts'
import { nameRequest, REQUEST_ID, tellRequestIds } from './requestId.ts'

/** A busy machine writes late. */
const POLLING = { timeout: 30_000, interval: 50 }
const CODE = 'kY3n0w-Zq_7RtB5uXc1dEf2gHj4mLp6s'

it('names routes and never addresses, whatever becomes of a request and without any handler of ours', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-log-'))
  const log = createLog(folder)
  const app = Fastify({ loggerInstance: log, logController: new RequestLog() })
  app.get('/confianza/:codigo', async () => 'page')
  app.get('/falla/:codigo', async ({ url }) => {
    throw new Error(`cannot open ${url}`)
  })
  app.get('/refusal/:codigo', async ({ url }) => {
    throw Object.assign(new Error(`no ${url}`), { statusCode: 400 })
  })
  app.get('/cabecera/:codigo', async ({ url }, reply) => {
    reply.header('x-place', `${url}\n`)
    return reply.send('x')
  })
  app.get('/corte/:codigo', async ({ url }, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'x'
          throw new Error(`broke off at ${url}`)
        })(),
      ),
    ),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const ask = (address: string) =>
    fetch(`http://127.0.0.1:${port}${address}`, { headers: { referer: `/confianza/${CODE}` } })
      .then((response) => response.text().then(() => response.status))
      .catch(() => 0)
  try {
    expect(await ask(`/confianza/${CODE}?por=${CODE}`)).toBe(200)
    expect(await ask(`/nada/${CODE}`)).toBe(404)
    expect(await ask(`/confianza/${CODE}%ZZ`)).toBe(400)
    expect(await ask(`/falla/${CODE}`)).toBe(500)
    expect(await ask(`/refusal/${CODE}`)).toBe(400)
    await ask(`/cabecera/${CODE}`)
    await ask(`/corte/${CODE}`)
  } finally {
    await app.close()
  }
  await new Promise((written) => log.flush(written))
  const lines = await readFile(path.join(folder, 'logs/server.log'), 'utf8')
  await rm(folder, { recursive: true })
  expect(lines).toContain('"route":"/confianza/:codigo","status":200')
  expect(lines).toContain('"route":"/falla/:codigo","status":500')
  expect(lines.split('\n').filter((line) => line.includes(CODE))).toEqual([])
  // Each request its line, and what failed one of its own before that, or in its place where no answer was completed.
  const told = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ level, msg, route, status, err }) => [
      level,
      msg,
      ...(err ? [err.type, err.code] : [route, status]),
    ])
  expect(told.slice(1)).toEqual([
    [30, undefined, '/confianza/:codigo', 200],
    [30, undefined, '(none)', 404],
    [50, 'request failed', 'Error', ''],
    [30, undefined, '/falla/:codigo', 500],
    [30, undefined, '/refusal/:codigo', 400],
    [50, 'request failed', 'TypeError', 'ERR_INVALID_CHAR'],
    [40, 'an answer broke off', 'TypeError', 'ERR_INVALID_CHAR'],
    [30, undefined, '/cabecera/:codigo', 500],
    [40, 'an answer broke off', 'Error', ''],
  ])
  // Where it failed, and not a word of what it said.
  expect(lines).toMatch(/"stack":" {4}at [^"]+\\n {4}at /)
  expect(lines).not.toMatch(/cannot open/)
})

it('a line has the name that the answer gave its request, what it was refused with, and the release', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-log-'))
  const log = createLog(folder, '1.2.3+abc')
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(),
    genReqId: nameRequest,
  })
  tellRequestIds(app)
  app.get('/no', (request, reply) => {
    noteCode(request, 'PT422')
    return reply.code(422).send({ message: CODE })
  })
  const { headers } = await app.inject({ url: '/no', headers: { [REQUEST_ID]: CODE, 'request-id': CODE } })
  const other = await app.inject('/no')
  await app.close()
  await new Promise((written) => log.flush(written))
  const lines = (await readFile(path.join(folder, 'logs/server.log'), 'utf8')).trim().split('\n')
  await rm(folder, { recursive: true })
  expect(headers[REQUEST_ID]).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  expect(other.headers[REQUEST_ID]).not.toBe(headers[REQUEST_ID])
  const { time: _time, ms: _ms, ...line } = JSON.parse(lines[0]!)
  expect(line).toEqual({
    level: 30,
    release: '1.2.3+abc',
    reqId: headers[REQUEST_ID],
    method: 'GET',
    route: '/no',
    status: 422,
    code: 'PT422',
  })
})

it('goes on in a new file once its own was moved away, without losing a line', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-log-'))
  const file = path.join(folder, 'logs/server.log')
  const log = createLog(folder)
  const flushed = () => new Promise((written) => log.flush(written))
  const read = (which: string) => readFile(which, 'utf8').catch(() => '')
  log.info('first')
  await flushed()
  await rename(file, `${file}.1`)
  log.info('second')
  reopenLog(log.child({}))
  log.info('third')
  await vi.waitFor(async () => {
    await flushed()
    expect(await read(file)).toContain('third')
  }, POLLING)
  expect((await read(`${file}.1`)) + (await read(file))).toMatch(/first.*second.*third/s)
  await rm(folder, { recursive: true })
})

it('a folder that is not this account’s is said once, and written to once it is asked anew', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-log-'))
  // No account may make a file below a file, root neither.
  await writeFile(path.join(folder, 'logs'), '')
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const log = createLog(folder)
  expect(said.mock.calls).toEqual([
    [
      `Sin registro: la cuenta de este servicio no puede escribir en ${folder}/logs/server.log (EEXIST). ¿Arrancó antes con otra cuenta?`,
    ],
  ])
  said.mockRestore()
  log.info('lost')
  await new Promise((written) => log.flush(written))
  // Still not: that ends nothing.
  reopenLog(log)
  await rm(path.join(folder, 'logs'))
  await mkdir(path.join(folder, 'logs'))
  await vi.waitFor(async () => {
    reopenLog(log)
    log.info('kept')
    expect(await readFile(path.join(folder, 'logs/server.log'), 'utf8')).toContain('"msg":"kept"')
  }, POLLING)
  await rm(folder, { recursive: true })
})

it.runIf(existsSync('/dev/full'))(
  'a full disk costs lines, and neither the memory nor the end of the process',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'amparo-log-'))
    await mkdir(path.join(folder, 'logs'))
    await symlink('/dev/full', path.join(folder, 'logs/server.log'))
    const program = `
    import pino from 'pino'
    const { createLog } = await import(${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))})
    const log = createLog(${JSON.stringify(folder)})
    for (let line = 0; line < 30000; line += 1) {
      log.info('a line like any other, which finds no space on the disk '.repeat(8))
      if (line % 1000 === 0) await new Promise((later) => setImmediate(later))
    }
    console.log(log[pino.symbols.streamSym]._len)
    process.exit(0)`
    const run = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      timeout: 20_000,
    })
    await rm(folder, { recursive: true })
    expect([run.signal, run.status, run.stderr]).toEqual([null, 0, ''])
    expect(Number(run.stdout)).toBeLessThanOrEqual(4 * 1024 * 1024)
  },
  30_000,
)
