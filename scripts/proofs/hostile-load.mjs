import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { House } from '../attacks/house.mjs'
import { root } from '../lib/run.mjs'
import { befriend, codesOf, furnish, WORST } from '../lib/worst.mjs'

/**
 * While nobody, then one member, then ten at once send the worst requests known as fast as they are answered: another's
 * trusted contacts, danger event, alert (opened, and closed again) and sign-in, and what her contact sees and answers, take less than
 * 300 ms (95 of 100) and none fails; the server stays below 400 MB and is the same process at the end. Limits are those of an ordinary
 * start; all come from one address, and those who send are her contacts, too, with the code of an alert of hers.
 * The senders run in a process of their own, at a lower priority: they are no part of the house.
 */
const LIMIT_MS = 300
const LIMIT_MB = 400
const AT_ONCE = 12
const PHASES = [
  { name: 'nobody', hostile: 0, seconds: 10 },
  // Long enough that 95 of 100 is more than the last but one of a few dozen.
  { name: 'one member', hostile: 1, seconds: 90 },
  { name: 'ten at once', hostile: 10, seconds: 90 },
]

/** @typedef {{ id: string, token: string, code: string }} Sender */
/** @typedef {{ address: string, init: () => RequestInit }} Prepared */
/** @typedef {import('../attacks/house.mjs').Person} Person */
/** @typedef {import('../attacks/house.mjs').Answer} Answer */

if (process.argv[2] === '--send') await send()
else await prove()

/** Sends without pause until it is ended; says how often it was answered with what. */
async function send() {
  setPriority(19)
  // Where Linux weighs whole sessions, it is this one's that counts.
  await writeFile('/proc/self/autogroup', '19').catch(() => {})
  /** @type {any} */
  const { url, anonKey, senders } = await new Promise((resolve) => process.once('message', resolve))
  process.once('disconnect', () => process.exit(0))
  const asked = senders.map((/** @type {Sender} */ him) =>
    WORST.map(({ ask }) => {
      const { path, method = 'GET', headers = {}, body } = ask(him)
      const fixed = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
      const payload = () => (typeof body === 'function' ? JSON.stringify(body()) : fixed)
      const all = {
        apikey: anonKey,
        authorization: `Bearer ${him.token}`,
        'content-type': 'application/json',
        ...headers,
      }
      return {
        address: encodeURI(url + path),
        init: () => ({ method, headers: all, body: payload() }),
      }
    }),
  )
  /** @type {Record<string, number>} */
  const answers = {}
  process.on('message', (word) => {
    if (word === 'count') process.send?.(answers)
  })
  await Promise.all(
    asked.flatMap((/** @type {Prepared[]} */ requests) =>
      Array.from({ length: AT_ONCE }, async (_, lane) => {
        for (let i = lane; ; i++) {
          const { address, init } = /** @type {Prepared} */ (requests[i % requests.length])
          try {
            const response = await fetch(address, init())
            await response.arrayBuffer()
            answers[response.status] = (answers[response.status] ?? 0) + 1
          } catch {
            answers.broken = (answers.broken ?? 0) + 1
            await delay(20)
          }
        }
      }),
    ),
  )
}

async function prove() {
  const house = await new House(process.env.AMPARO_ATTACKED ?? root, {}).open()
  const pid = /** @type {number} */ (house.pid)
  let isGood = true
  /** @param {string} what @param {boolean} holds */
  const check = (what, holds) => {
    isGood &&= holds
    if (!holds) console.log(`✗ ${what}`)
  }
  try {
    // One whose alert stays open, so that each press joins it, and one who opens and closes hers again and again.
    const [her, other] = [await house.member(), await house.member()]
    // One account may sign in sixty times in a while.
    const entering = [her, other, await house.member(), await house.member()]
    const him = []
    for (let i = 0; i < 10; i++) him.push(await house.member())
    await house.contactOf(her)
    const ids = [...entering, ...him].map(({ id }) => id)
    const [client] = await Promise.all([house.pool?.connect()])
    const sql = async (/** @type {string} */ text, /** @type {unknown[] | undefined} */ values) =>
      client?.query(text, values)
    await furnish(sql, ids)
    await befriend(sql, ids)
    client?.release()
    const { json: alerta } = await press(her, randomUUID())
    const codes = await house.until(async () => {
      const sent = await codesOf((text, values) => house.sql(text, values), house.serviceKey, alerta)
      return sent.length === 2 && sent
    }, 30_000)
    if (!codes) throw new Error('her alert never left')
    const [hers = '', his = ''] = codes
    for (const { name, hostile, seconds } of PHASES) {
      const sender = hostile > 0 ? fork(import.meta.filename, ['--send'], { detached: true }) : undefined
      const senders = him.slice(0, hostile).map(({ id, token }) => ({ id, token, code: his }))
      sender?.send({ url: house.url, anonKey: house.anonKey, senders })
      const { times, failed, memory } = await watch(house, { her, other, entering, code: hers }, pid, seconds)
      if (sender) {
        sender.send('count')
        const answers = await new Promise((resolve) => sender.once('message', resolve))
        console.log(`  ${name}: answers to them ${JSON.stringify(answers)}`)
        sender.kill('SIGKILL')
      }
      for (const [what, taken] of Object.entries(times)) {
        const p95 = percentile(taken, 0.95)
        console.log(
          `  ${name}: ${what} ${taken.length} times, median ${percentile(taken, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, longest ${Math.max(...taken).toFixed(0)} ms`,
        )
        // What is asked beside nobody shows what the house takes by itself; its very first sign-in is among it.
        if (hostile > 0)
          check(`${name}: ${what} within ${LIMIT_MS} ms (p95 ${p95.toFixed(0)})`, p95 < LIMIT_MS)
      }
      console.log(`  ${name}: the server at most ${memory.toFixed(0)} MB, ${failed.length} failures of hers`)
      check(`${name}: nothing of hers fails (${failed.slice(0, 3).join(' | ')})`, failed.length === 0)
      check(`${name}: the server below ${LIMIT_MB} MB (${memory.toFixed(0)})`, memory < LIMIT_MB)
    }
    check('the server never ended', house.isAlive && house.pid === pid)
  } finally {
    await house.close()
  }
  console.log(isGood ? 'hostile load: withstood' : 'hostile load: not withstood')
  process.exit(isGood ? 0 : 1)
}

/**
 * The requests of the members who are measured, and of a contact, each a little while after the previous answer.
 * @param {House} house @param {{ her: Person, other: Person, entering: Person[], code: string }} who `code`: of a contact, for her open alert
 * @param {number} pid @param {number} seconds
 */
async function watch(house, { her, other, entering, code }, pid, seconds) {
  const end = performance.now() + seconds * 1000
  /** @type {Record<string, number[]>} */
  const times = {}
  /** @type {string[]} */
  const failed = []
  let memory = 0
  let signIns = 0
  /** @param {string} what @param {number} pause @param {() => Promise<Answer>} ask */
  const once = async (what, pause, ask) => {
    try {
      const { status, ms, text } = await ask()
      times[what] = [...(times[what] ?? []), ms]
      if (status >= 300 || text === 'null' || text === 'false')
        failed.push(`${what} ${status} ${text.slice(0, 120)}`)
    } catch (error) {
      failed.push(`${what} ${error}`)
    }
    await delay(pause)
  }
  /** @param {string} what @param {number} pause @param {() => Promise<Answer>} ask */
  const again = async (what, pause, ask) => {
    while (performance.now() < end) await once(what, pause, ask)
  }
  await Promise.all([
    again('her contacts', 100, () =>
      her.fetch('/rest/v1/contactos_emergencia?select=id,nombre,telefono&order=prioridad'),
    ),
    again('her danger event', 250, () =>
      her.fetch('/rest/v1/eventos_peligro', {
        method: 'POST',
        body: {
          user_id: her.id,
          cliente_id: randomUUID(),
          mensaje: 'Botón de pánico presionado',
          enviado: true,
        },
      }),
    ),
    again('her press', 250, () => press(her, randomUUID())),
    (async () => {
      while (performance.now() < end) {
        const alerta = randomUUID()
        // Each is told to thirty contacts at once: more of them would be a load of their own.
        await delay(2_000)
        await once('a new alert', 100, () => press(other, alerta))
        await once('its place', 100, () => call(other, 'agregar_lugar', { alerta, ...place() }))
        await once('its end', 100, () => call(other, 'cerrar_alerta', { alerta, motivo: 'a_salvo' }))
      }
    })(),
    again("her contact's page", 200, () => call(house, 'ver_alerta', { codigo: code })),
    again("her contact's answer", 400, () =>
      call(house, 'responder_alerta', { codigo: code, respuesta: 'ya_voy' }),
    ),
    again('her sign-in', 900, () => {
      const { email, password } = /** @type {Person} */ (entering[signIns++ % entering.length])
      return house.fetch('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } })
    }),
    (async () => {
      while (performance.now() < end) {
        memory = Math.max(memory, await residentMb(pid))
        await delay(200)
      }
    })(),
  ])
  return { times, failed, memory }
}

/** @param {House | Person} who @param {string} name @param {object} body */
function call(who, name, body) {
  return who.fetch(`/rest/v1/rpc/${name}`, { method: 'POST', body })
}

/** @param {Person} who @param {string} cliente_id */
function press(who, cliente_id) {
  return call(who, 'abrir_alerta', { cliente_id, pulsada_en: new Date().toISOString(), pausa_s: 0 })
}

function place() {
  return { latitud: 19.43, longitud: -99.13, precision_m: 9, tomada_en: new Date().toISOString() }
}

/** @param {number} pid */
async function residentMb(pid) {
  // The process may have ended between the two looks.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** @param {number[]} values @param {number} share */
function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}
