/**
 * A tenth (SOAK_SCALE=0.1) of an installation of 200,000 members and ten million messages: every statement that the app and the sender make,
 * as the browser tests recorded them (scale/harvest.ts), planned and timed as a member with much of everything. None may read a table from
 * end to end that grows, none may take more than 50 ms once it is warm. Then deleting accounts, the daily sweep, a backup and a restore.
 * SOAK_WITHOUT="mensajes_sala_sala_id_idx" drops an index first, to see it fail; SOAK_FOLDER says where.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { openDatabase } from '../server/src/openDatabase.ts'
import { readSettings } from '../server/src/start.ts'
import { program } from '../tests/helpers/program.ts'
import { freePort } from '../tools/lib/port.ts'
import { PRODUCT } from '../tools/lib/product.ts'
import { root } from '../tools/lib/run.ts'
import { CIRCLE, fill, ME } from './scale/fill.ts'
import { Tally } from './tally.ts'

const SCALE = Number(process.env.SOAK_SCALE ?? 0.1)
const LIMIT_MS = 50
/** What does much by design: takes a hundred messages and marks each. */
const MORE_MS: Record<string, number> = { 'select tomar_envios': 250 }
/** A table with more rows than this grows with members, or with what they write. */
const GROWS = 2_000
const WARM = 3
/** Of the team's screens and of payments: they have their own limit (supabase/tests/scale.test.ts). */
const OF_THE_TEAM =
  /"(cola_\w+|hoy_del_equipo|cifras\w*|integrantes|convocatorias|borradores_legales|miradas|reportes_sala|comunicados|guardias_de_la_semana|estado_de_la_casa|fallos|sugerencias_apoyo)"/

interface Asked {
  role: string
  text: string
  values: unknown[]
}

const tally = new Tally()
const folder = await mkdtemp(path.join(process.env.SOAK_FOLDER ?? tmpdir(), 'soak-scale-'))
await chmod(folder, 0o711)
const env = {
  ...process.env,
  AMPARO_DATA: path.join(folder, 'data'),
  PORT: String(await freePort()),
  DATABASE_URL: '',
}
try {
  await layOut()
  const opened = await openDatabase(readSettings(env, PRODUCT, root))
  const database = new pg.Client({ ...opened.database.address, ...opened.database.owner })
  try {
    await database.connect()
    const began = performance.now()
    const counts = await fill(database, SCALE)
    console.log(`       filled in ${seconds(began)} s: ${JSON.stringify(counts)}, ${await size(database)}`)
    for (const index of process.env.SOAK_WITHOUT?.split(',') ?? [])
      await database.query(`drop index if exists public.${index}, interno.${index}`)
    await statements(database)
    await deletions(database)
    await sweeps(database)
    await database.end()
  } finally {
    await opened.release()
  }
  await copies()
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`       load ${loadavg()[0]?.toFixed(1)}`)
tally.end()

/** An empty installation, as the first start makes it. */
async function layOut(): Promise<void> {
  const child = spawn(process.execPath, program('tools/api-server.ts'), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface({ input: child.stdout }), 'line')
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** What a plan reads from end to end. */
interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops'?: number
  Plans?: Node[]
}

async function statements(database: pg.Client): Promise<void> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and reltuples > ${GROWS} and relnamespace <> 'pg_catalog'::regnamespace`,
  )
  const growing = new Set(tables.map(({ name }) => name))
  const { rows } = await database.query<{ me: string; circle: string }>(
    `select ${ME} as me, ${CIRCLE} as circle`,
  )
  const { me, circle } = rows[0]!
  await database.query(`load 'auto_explain'; set client_min_messages = notice; set auto_explain.log_level = notice; set auto_explain.log_format = json;
    set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_nested_statements = on`)
  const plans: string[] = []
  database.on('notice', ({ message }) => message?.startsWith('duration:') && plans.push(message))
  const lines = (await readFile(path.join(import.meta.dirname, 'scale/statements.jsonl'), 'utf8'))
    .trim()
    .split('\n')
  const asked = lines.map((line): Asked => JSON.parse(line.replaceAll('ME', me).replaceAll('CIRCLE', circle)))
  const slow: string[] = []
  const scans = new Set<string>()
  let refused = 0
  let planned = 0
  for (const { role, text, values } of asked.filter(({ text }) => !OF_THE_TEAM.test(text))) {
    const claims = JSON.stringify(
      role === 'authenticated'
        ? {
            sub: me,
            role,
            aud: role,
            session_id: me,
            aal: 'aal1',
            amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) }],
          }
        : { role },
    )
    let best = Number.POSITIVE_INFINITY
    for (let n = 0; n <= WARM; n++) {
      const explains = n === WARM
      await database.query(
        explains ? 'set auto_explain.log_min_duration = 0' : 'set auto_explain.log_min_duration = -1',
      )
      await database.query('begin')
      await database.query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('search_path', 'public, extensions', true)`,
        [role, claims],
      )
      const start = performance.now()
      try {
        await database.query({ text, values })
      } catch {
        // Refused, since what it names is not there: what it read until then counts.
        if (explains) refused += 1
      }
      if (!explains) best = Math.min(best, performance.now() - start)
      await database.query('rollback')
    }
    const what = nameOf(text)
    if (best > (MORE_MS[what] ?? LIMIT_MS)) slow.push(`${what} ${Math.round(best)} ms`)
    planned += plans.length
    for (const plan of plans.splice(0))
      for (const table of scanned(JSON.parse(plan.slice(plan.indexOf('{'))).Plan))
        if (growing.has(table)) scans.add(`${what} reads ${table} from end to end`)
    if (process.env.SOAK_TELL) console.log(`       ${best.toFixed(1)} ms ${role} ${what}`)
  }
  await database.query('set auto_explain.log_min_duration = -1')
  const all = `${asked.length} statements, ${refused} refused, ${planned} plans; ${growing.size} tables grow`
  tally.check(
    'no table that grows is read from end to end',
    scans.size === 0 && planned > asked.length,
    [...scans].join('; ') || all,
  )
  tally.check(
    `none takes more than ${LIMIT_MS} ms once it is warm`,
    slow.length === 0,
    slow.join('; ') || all,
  )
}

/** Tables that are really read so, in a plan and in what it is made of. */
function scanned(node: Node): string[] {
  const own =
    node['Node Type'] === 'Seq Scan' && node['Actual Loops'] !== 0 ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(scanned)]
}

function nameOf(text: string): string {
  const names = [...text.matchAll(/"public"\."([^"]+)"/g)].map(([, name]) => name)
  const verb = /^(insert|update|delete)/.exec(text)?.[1] ?? 'select'
  return names.length > 0 ? `${verb} ${[...new Set(names)].slice(0, 3).join(', ')}` : text.slice(0, 60)
}

/** Accounts that end, each in its own transaction: the one with most, and ordinary ones. */
async function deletions(database: pg.Client): Promise<void> {
  const times: number[] = []
  for (let n = 1; n <= 10; n++) {
    const start = performance.now()
    await database.query(`delete from auth.users where id = md5('miembro ' || $1)::uuid`, [n])
    times.push(performance.now() - start)
  }
  const [heavy, ...others] = times.map(Math.round)
  tally.check(
    'an account ends within two seconds',
    Math.max(...times) < 2_000,
    `with most of everything ${heavy} ms, others up to ${Math.max(...others)} ms`,
  )
}

/** What is done daily and every few minutes, each in its transaction. */
async function sweeps(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ nombre: string; orden: string }>(
    `select nombre, orden from interno.tareas() where orden like 'select interno.%()'`,
  )
  for (const round of ['the first day', 'the day after']) {
    const times: [string, number][] = []
    for (const { nombre, orden } of rows) {
      const start = performance.now()
      await database.query(orden)
      times.push([nombre, performance.now() - start])
    }
    const [most] = times.toSorted(([, a], [, b]) => b - a)
    const sum = times.reduce((all, [, ms]) => all + ms, 0)
    tally.check(
      `the sweep of ${round}: each within a minute`,
      most![1] < 60_000,
      `${rows.length} tasks in ${(sum / 1_000).toFixed(1)} s, the longest ${most![0]} ${(most![1] / 1_000).toFixed(1)} s`,
    )
  }
}

async function copies(): Promise<void> {
  const file = path.join(folder, 'backup')
  const run = (script: string, words: string[], more: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)(process.execPath, program(script, ...words), {
      cwd: root,
      env: { ...env, ...more },
      maxBuffer: 1e8,
    })
  let start = performance.now()
  await run('tools/backup.ts', [file])
  const taken = seconds(start)
  const { size: bytes } = await stat(file)
  start = performance.now()
  const elsewhere = path.join(folder, 'elsewhere')
  await run('tools/restore.ts', [file, '--secrets', path.join(env.AMPARO_DATA, 'secrets.json')], {
    AMPARO_DATA: elsewhere,
  })
  tally.check(
    'a backup, and an installation of it',
    true,
    `${taken} s for ${(bytes / 1024 ** 3).toFixed(2)} GB, ${seconds(start)} s`,
  )
}

async function size(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  return rows[0]!.size
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1_000)
}
