import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { House } from '../attacks/house.mjs'
import { LogReader } from '../lib/log-reader.mjs'
import { ProcessorTime } from '../lib/processor.mjs'
import { root } from '../lib/run.mjs'
import { Member } from '../lib/weekMember.mjs'

/**
 * A week of life in an hour: a house with 20,000 accounts, 300 of them online with a live room, who chat, write diaries and agendas, look around,
 * change their picture, press and close. What the house does daily is done seven times. Memory and what should not grow are flat, the answers
 * of the last part as quick as those of the first, and nothing stands in the error log. What others did with the machine meanwhile is said beside
 * the times of answers: they measure that, too.
 * `AMPARO_WEEK_MINUTES=6`, `AMPARO_WEEK_ACCOUNTS`, `AMPARO_WEEK_ONLINE` for less.
 */
const MINUTES = Number(process.env.AMPARO_WEEK_MINUTES || 60)
const ACCOUNTS = Number(process.env.AMPARO_WEEK_ACCOUNTS || 20_000)
const ONLINE = Number(process.env.AMPARO_WEEK_ONLINE || 300)
const DAYS = 7
const LOOK_MS = 5_000
/** Who come in the same instant. */
const AT_ONCE = 10
const MB = 1024 * 1024

let failed = 0
/** @param {boolean} holds @param {string} what */
const check = (holds, what) => {
  console.log(`${holds ? '✓' : '✗'} ${what}`)
  if (!holds) failed += 1
}

const house = await new House(root, { AMPARO_RATE_FACTOR: '1000' }).open()
const data = path.join(/** @type {string} */ (house.folder), 'data')
const log = new LogReader(path.join(data, 'logs/server.log'))
/** @type {Record<string, { times: number, first: string }>} lines that should not be there; the first of each whole */
const faults = {}
/** @type {Record<string, number>} */
const refusals = {}
/** @type {import('../lib/weekMember.mjs').Week} */
const week = { house, answers: [], heard: 0, isOver: false, note }
const { answers } = week
try {
  const began = performance.now()
  const salas = await furnish()
  console.log(`  ${ACCOUNTS} accounts made in ${Math.round((performance.now() - began) / 1000)} s`)
  const pictures = await Promise.all([40, 120, 200].map(picture))
  const { jwtSecret } = JSON.parse(await readFile(path.join(data, 'secrets.json'), 'utf8'))
  const members = Array.from({ length: ONLINE }, (_, index) => {
    const sala = /** @type {string} */ (salas[index % salas.length])
    return new Member(week, { id: idOf(index + 1), sala, secret: jwtSecret, pictures, minutes: MINUTES })
  })
  // They come one after the other, as people do; everybody at once, after a restart, is `npm run proof -- rolling`.
  for (let first = 0; first < members.length; first += AT_ONCE)
    await Promise.all(members.slice(first, first + AT_ONCE).map((member) => member.listen()))
  // What it did to get here is not life.
  const processor = new ProcessorTime(path.join(data, 'postgres/data/postmaster.pid'))
  const start = performance.now()
  const end = start + MINUTES * 60_000
  const living = members.map((member) => member.live())
  /** @type {Look[]} */
  const looks = []
  let day = 0
  while (performance.now() < end) {
    await delay(LOOK_MS)
    looks.push({ ...(await look()), ...(await processor.since()) })
    await readLog()
    if (day < DAYS && performance.now() - start > ((day + 1) * (end - start)) / (DAYS + 1)) {
      day += 1
      await liveThroughDay(day)
    }
  }
  week.isOver = true
  await Promise.all(living)
  for (const member of members) member.leave()
  // The last lines are written within a second.
  await delay(1_500)
  await readLog()
  await judge(looks, start, end, day)
} finally {
  week.isOver = true
  await house.close()
}
process.exit(failed > 0 ? 1 : 0)

/** @param {number} number */
function idOf(number) {
  return `e0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** Accounts as a sign-up would have admitted them, sessions of who is online, a contact for each of these. @returns {Promise<string[]>} circles */
async function furnish() {
  await house.sql(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     select ('e0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'authenticated', 'authenticated',
       'm' || n || '@example.org', now(), '{}', jsonb_build_object('username', 'M' || n, 'identidad_genero', 'mujer cis')
     from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  )
  await house.sql(
    `insert into auth.sessions (id, user_id) select id, id from auth.users where email like 'm%@example.org' order by id limit $1`,
    [ONLINE],
  )
  await house.sql(
    `insert into contactos_emergencia (user_id, nombre, telefono, prioridad, activo)
     select user_id, 'Raúl', '+525512345678', 1, true from auth.sessions where user_id::text like 'e0000000%'`,
  )
  await house.sql('analyze')
  const rows = await house.sql(
    `insert into salas_comunidad (nombre) select 'Sala ' || n from generate_series(1, 10) n returning id`,
  )
  return rows.map(({ id }) => id)
}

/** @param {number} size @returns {Promise<Buffer>} */
function picture(size) {
  const background = { r: size, g: 80, b: 120 }
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

/** @param {string} refusal */
function note(refusal) {
  refusals[refusal] = (refusals[refusal] ?? 0) + 1
}

/** What is done daily, done now; yesterday's is a day older than it is. @param {number} day */
async function liveThroughDay(day) {
  const tasks = await house.sql(
    `select nombre, orden from interno.tareas() where orden like 'select interno.%()'`,
  )
  const began = performance.now()
  for (const { orden } of tasks) await house.sql(orden)
  console.log(`  day ${day}: ${tasks.length} works in ${Math.round(performance.now() - began)} ms`)
}

/** What the log says since the last look: it is read while it is written, since only two files of it are kept. */
async function readLog() {
  for (const line of await log.next()) {
    const { level, msg, code, job, route, status, err } = JSON.parse(line)
    if (level < 40 && !(status >= 500)) continue
    const fault = [level, msg, code, job, route, status, err?.type, err?.code].filter(Boolean).join(' ')
    faults[fault] = { times: (faults[fault]?.times ?? 0) + 1, first: faults[fault]?.first ?? line }
  }
}

async function look() {
  // A process that has ended has no memory.
  const status = await readFile(`/proc/${house.pid}/status`, 'utf8').catch(() => '')
  return {
    at: performance.now(),
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    log: await bytesBelow(path.join(data, 'logs')),
    wal: await bytesBelow(path.join(data, 'postgres/data/pg_wal')),
    // As below.
    incoming: (await readdir(path.join(data, 'storage/incoming')).catch(() => [])).length,
    all: await bytesBelow(data),
  }
}

/** @param {string} folder @returns {Promise<number>} */
async function bytesBelow(folder) {
  // What is not there yet is empty.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      // Gone between the two looks.
      .map((entry) =>
        stat(path.join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** @param {number[]} values @param {number} share */
function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** @typedef {Awaited<ReturnType<typeof look>> & Awaited<ReturnType<ProcessorTime['since']>>} Look */
/** @param {Look[]} looks @param {number} start @param {number} end @param {number} days */
async function judge(looks, start, end, days) {
  const part = (end - start) / 5
  const early = answers.filter(({ at }) => at > start + part / 2 && at < start + part * 1.5)
  const late = answers.filter(({ at }) => at > end - part)
  for (const what of [...new Set(answers.map((one) => one.what))]) {
    const of = (/** @type {typeof answers} */ some) =>
      some.filter((one) => one.what === what).map(({ ms }) => ms)
    const [before, after] = [of(early), of(late)]
    console.log(
      `  ${what}: ${of(answers).length} times; median ${percentile(before, 0.5).toFixed(0)} → ${percentile(after, 0.5).toFixed(0)} ms, p99 ${percentile(before, 0.99).toFixed(0)} → ${percentile(after, 0.99).toFixed(0)} ms`,
    )
  }
  const p99 = (/** @type {typeof answers} */ some) =>
    percentile(
      some.map(({ ms }) => ms),
      0.99,
    )
  const [before, after] = [p99(early), p99(late)]
  const busy = (/** @type {number} */ from, /** @type {number} */ to) => {
    const some = looks.filter(({ at }) => at > from && at < to)
    const mean = (/** @type {number[]} */ shares) =>
      `${Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length)} %`
    return `${mean(some.map(({ ours }) => ours))} by this, ${mean(some.map(({ others }) => others))} by others`
  }
  console.log(
    `  processors busy: ${busy(start + part / 2, start + part * 1.5)} at first; ${busy(end - part, end)} in the end`,
  )
  check(days === DAYS, `${days} days, ${answers.length} requests, ${week.heard} live messages heard`)
  check(
    after <= before * 1.5 + 50,
    `p99 of everything ${before.toFixed(0)} ms at first, ${after.toFixed(0)} ms in the end`,
  )
  const middle = looks
    .slice(Math.floor(looks.length / 3), Math.floor(looks.length / 2))
    .map(({ memory }) => memory)
  const last = looks.slice(-Math.max(3, Math.floor(looks.length / 6))).map(({ memory }) => memory)
  const [held, holds] = [percentile(middle, 0.5), percentile(last, 0.5)]
  check(
    holds <= held * 1.15 + 20,
    `memory ${held.toFixed(0)} MB in the middle, ${holds.toFixed(0)} MB in the end, at most ${Math.max(...looks.map(({ memory }) => memory)).toFixed(0)} MB`,
  )
  const end_ = /** @type {Look} */ (looks.at(-1))
  const first = /** @type {Look} */ (looks[0])
  check(end_.log < 45 * MB, `logs ${(end_.log / MB).toFixed(1)} MB`)
  check(end_.wal < 300 * MB, `what PostgreSQL keeps to recover ${(end_.wal / MB).toFixed(0)} MB`)
  check(end_.incoming <= 3, `${end_.incoming} files on their way`)
  const [files] = await house.sql(`select count(*)::int as files from storage.objects`)
  const kept = (
    await readdir(path.join(data, 'storage/objects'), { recursive: true, withFileTypes: true })
  ).filter((entry) => entry.isFile()).length
  check(kept === files?.files, `${kept} files for ${files?.files} rows`)
  const grown = (end_.all - first.all - (end_.wal - first.wal)) / MB
  check(
    true,
    `all of it grew by ${grown.toFixed(0)} MB without what is kept to recover: ${((grown * MB) / answers.length).toFixed(0)} bytes a request`,
  )
  judgeLog()
}

/** Nothing that nobody foresaw, and nothing refused. */
function judgeLog() {
  check(Object.keys(faults).length === 0, `nothing in the error log, of ${log.lines} lines`)
  for (const [fault, { times, first }] of Object.entries(faults))
    console.log(`  ${times} times ${fault}; first: ${first}`)
  check(
    Object.keys(refusals).length === 0,
    `nothing refused ${Object.keys(refusals).length === 0 ? '' : JSON.stringify(refusals)}`,
  )
}
