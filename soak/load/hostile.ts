import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Person, Received, Send } from '../../tests/helpers/people.ts'
import { type ServerProcess, startServerProcess } from '../../tests/helpers/serverProcess.ts'
import type { Tally } from '../tally.ts'
import { percentile, residentMb } from './figures.ts'
import type { Senders } from './sender.ts'
import { befriend, codesOf, furnish } from './worst.ts'

const LIMIT_MS = 300
const LIMIT_MB = 400
const PHASES = [
  { name: 'nobody', hostile: 0, seconds: 10 },
  // Long enough that 95 of 100 is more than the last but one of a few dozen.
  { name: 'one member', hostile: 1, seconds: Number(process.env.SOAK_HOSTILE_SECONDS ?? 90) },
  { name: 'ten at once', hostile: 10, seconds: Number(process.env.SOAK_HOSTILE_SECONDS ?? 90) },
]

/**
 * While nobody, then one member, then ten at once send the worst requests known as fast as they are answered: another's contacts, danger
 * event, alert (opened, and closed again) and sign-in, and what her contact sees and answers, take less than 300 ms (95 of 100) and none
 * fails; the server stays below 400 MB and is the same process at the end. Limits are those of an ordinary start; all come from one address,
 * and those who send are her contacts, too, with the code of an alert of hers.
 */
export async function hostileLoad(tally: Tally): Promise<void> {
  const server = await startServerProcess()
  try {
    // One whose alert stays open, so that each press joins it, and one who opens and closes hers again and again.
    const [her, other] = [await server.member(), await server.member()]
    // One account may sign in sixty times in a while.
    const entering = [her, other, await server.member(), await server.member()]
    const hostile: Person[] = []
    for (let i = 0; i < 10; i++) hostile.push(await server.member())
    const ids = [...entering, ...hostile].map(({ id }) => id)
    const client = await server.pool.connect()
    await furnish((text, values) => client.query(text, values), ids)
    await befriend((text, values) => client.query(text, values), ids)
    client.release()
    const [code, otherCode] = await codes(server, (await press(her.send, randomUUID())).json)
    for (const { name, hostile: many, seconds } of PHASES) {
      const senders = hostile.slice(0, many).map(({ id, token }) => ({ id, token, code: otherCode }))
      const stop = many > 0 ? sending(server, senders) : undefined
      const { times, failed, memory } = await watch(server, { her, other, entering, code }, seconds)
      if (stop) console.log(`       ${name}: answers to them ${JSON.stringify(await stop())}`)
      for (const [what, taken] of Object.entries(times)) {
        const p95 = percentile(taken, 0.95)
        const figures = `${taken.length} times, median ${percentile(taken, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`
        // Beside nobody the server's very first sign-in is among them.
        if (many === 0) console.log(`       ${name}: ${what}: ${figures}`)
        else tally.check(`${name}: ${what} within ${LIMIT_MS} ms`, p95 < LIMIT_MS, figures)
      }
      tally.check(`${name}: nothing of hers fails`, failed.length === 0, failed.slice(0, 3).join(' | '))
      tally.check(`${name}: the server below ${LIMIT_MB} MB`, memory < LIMIT_MB, `${memory.toFixed(0)} MB`)
    }
    tally.check('the server never ended', server.isAlive())
  } finally {
    await server.stop()
  }
}

/** The codes of two contacts, once her alert has left. */
async function codes(server: ServerProcess, alerta: string): Promise<[string, string]> {
  for (let times = 0; times < 300; times++) {
    const [code, otherCode] = await codesOf(server.sql, server.serviceKey, alerta)
    if (code && otherCode) return [code, otherCode]
    await delay(100)
  }
  throw new Error('her alert never left')
}

/** @returns what ends it, and says how often they were answered with what */
function sending({ url, anonKey }: ServerProcess, senders: Senders['senders']): () => Promise<unknown> {
  const child = fork(path.join(import.meta.dirname, 'sender.ts'), {
    execArgv: ['--import', 'tsx'],
    detached: true,
  })
  child.send({ url, anonKey, senders } satisfies Senders)
  return async () => {
    child.send('count')
    const [answers] = await once(child, 'message')
    child.kill('SIGKILL')
    return answers
  }
}

/** The requests of the members who are measured, and of a contact, each a little while after the previous answer. */
async function watch(
  server: ServerProcess,
  { her, other, entering, code }: { her: Person; other: Person; entering: Person[]; code: string },
  seconds: number,
) {
  const end = performance.now() + seconds * 1000
  const times: Record<string, number[]> = {}
  const failed: string[] = []
  let [memory, signIns] = [0, 0]
  const ask = async (what: string, pause: number, send: () => Promise<Received>) => {
    try {
      const { status, ms, text } = await send()
      times[what] = [...(times[what] ?? []), ms]
      if (status >= 300 || text === 'null' || text === 'false')
        failed.push(`${what} ${status} ${text.slice(0, 120)}`)
    } catch (error) {
      failed.push(`${what} ${error}`)
    }
    await delay(pause)
  }
  const again = async (step: () => Promise<unknown>) => {
    while (performance.now() < end) await step()
  }
  await Promise.all([
    again(() => ask('her contacts', 100, () => her.send('/rest/v1/contactos_emergencia?order=prioridad'))),
    again(() =>
      ask('her danger event', 250, () => {
        const body = { user_id: her.id, cliente_id: randomUUID(), enviado: true }
        return her.send('/rest/v1/eventos_peligro', { method: 'POST', body })
      }),
    ),
    again(() => ask('her press', 250, () => press(her.send, randomUUID()))),
    again(async () => {
      const alerta = randomUUID()
      // Each is told to thirty contacts at once: more of them would be a load of their own.
      await delay(2_000)
      await ask('a new alert', 100, () => press(other.send, alerta))
      const place = {
        ...{ latitud: 19.43, longitud: -99.13, precision_m: 9 },
        tomada_en: new Date().toISOString(),
      }
      await ask('its place', 100, () => call(other.send, 'agregar_lugar', { alerta, ...place }))
      await ask('its end', 100, () => call(other.send, 'cerrar_alerta', { alerta, motivo: 'a_salvo' }))
    }),
    again(() => ask("her contact's page", 200, () => call(server.send, 'ver_alerta', { codigo: code }))),
    again(() =>
      ask("her contact's answer", 400, () =>
        call(server.send, 'responder_alerta', { codigo: code, respuesta: 'ya_voy' }),
      ),
    ),
    again(() =>
      ask('her sign-in', 900, () => {
        const { email, password } = entering[signIns++ % entering.length]!
        const body = { email, password }
        return server.send('/auth/v1/token?grant_type=password', { method: 'POST', body })
      }),
    ),
    again(async () => {
      memory = Math.max(memory, await residentMb(server.pid))
      await delay(200)
    }),
  ])
  return { times, failed, memory }
}

const call = (send: Send, name: string, body: object) =>
  send(`/rest/v1/rpc/${name}`, { method: 'POST', body })

function press(send: Send, cliente_id: string) {
  return call(send, 'abrir_alerta', { cliente_id, pulsada_en: new Date().toISOString(), pausa_s: 0 })
}
