import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'

/**
 * The members of `npm run proof -- rolling`, in a process of their own: each has the official client, a live room, and asks again for what
 * she lacks each time it stands, as the app does; a message that no process took is sent again in the same words (its id is the key).
 */
const WRITERS = 10
/** Between two messages of all together. */
const PACE_MS = 100
const RESTART = 1012

const [{ url, anonKey, tokens, sala }] = await new Promise((resolve) =>
  process.once('message', (message) => resolve([message])),
)
const since = new Date(Date.now() - 1_000).toISOString()
/** When each message was taken, by its id. @type {Map<string, number>} */
const taken = new Map()
/** @type {Record<string, number>} */
const answers = {}
let again = 0
let refused = 0
let slowestSend = 0
let isEnding = false

class Member {
  /** When she held each message. @type {Map<string, number>} */
  held = new Map()
  /** Since when she has no live room. */
  away = performance.now()
  longestAway = 0
  left = -1

  /** @param {string} token */
  constructor(token) {
    this.id = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
    let isSentElsewhere = false
    const transport = class extends WebSocket {
      /** @param {string} address @param {string[]} [protocols] */
      constructor(address, protocols) {
        super(address, protocols)
        this.on('close', (code) => {
          isSentElsewhere = code === RESTART
        })
      }
    }
    this.client = createClient(url, anonKey, {
      accessToken: async () => token,
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: {
        transport: /** @type {any} */ (transport),
        // As app/src/data/client.ts has it.
        reconnectAfterMs: (tries) =>
          tries === 1 && isSentElsewhere ? Math.random() * 400 : ([1_000, 2_000, 5_000][tries - 1] ?? 10_000),
      },
    })
    /** @type {Promise<void>} */
    this.stands = new Promise((resolve) => {
      const filter = `sala_id=eq.${sala}`
      this.client
        .channel(`mensajes:${randomUUID()}`, { config: { private: true } })
        .on(
          'postgres_changes',
          { event: 'INSERT', schema: 'public', table: 'mensajes_sala', filter },
          ({ new: row }) => this.hold(row.id),
        )
        .subscribe(async (state) => {
          if (state !== 'SUBSCRIBED') {
            if (this.away === 0) this.away = performance.now()
            return
          }
          if (this.away > 0) {
            if (this.left >= 0) this.longestAway = Math.max(this.longestAway, performance.now() - this.away)
            this.left += 1
          }
          this.away = 0
          await this.catchUp()
          resolve()
        })
    })
  }

  /** @param {string} id */
  hold(id) {
    if (!this.held.has(id)) this.held.set(id, performance.now())
  }

  async catchUp() {
    for (let tries = 0; tries < 50; tries += 1) {
      const { data, error } = await this.client
        .from('mensajes_sala')
        .select('id')
        .eq('sala_id', sala)
        .gte('creado_en', since)
        .limit(1_000)
      if (!error) {
        for (const { id } of data) this.hold(id)
        return
      }
      await delay(200)
    }
  }

  /** Until it is taken. */
  async write() {
    const id = randomUUID()
    const began = performance.now()
    while (performance.now() - began < 30_000) {
      const { error, status } = await this.client.from('mensajes_sala').insert({
        id,
        sala_id: sala,
        user_id: this.id,
        contenido: 'Un mensaje como los que se escriben en una sala.',
      })
      // 409: an earlier try arrived, and only its answer was lost.
      if (!error || status === 409) {
        const now = performance.now()
        slowestSend = Math.max(slowestSend, now - began)
        taken.set(id, now)
        return
      }
      again += 1
      const word = `${status} ${error.code || error.message.slice(0, 60)}`
      answers[word] = (answers[word] ?? 0) + 1
      await delay(300)
    }
    refused += 1
  }
}

const members = tokens.map((/** @type {string} */ token) => new Member(token))
await Promise.all(members.map((/** @type {Member} */ { stands }) => stands))
process.send?.('ready')
process.on('message', () => {
  isEnding = true
})

/** @type {Promise<void>[]} */
const writing = []
for (let count = 0; !isEnding; count += 1) {
  writing.push(members[count % WRITERS].write())
  await delay(PACE_MS)
}
await Promise.all(writing)
await delay(6_000)

let missing = 0
/** @type {number[]} */
const late = []
for (const { held } of members)
  for (const [id, at] of taken) {
    const when = held.get(id)
    if (when === undefined) missing += 1
    else late.push(Math.max(0, when - at))
  }
late.sort((a, b) => a - b)
const away = members.map((/** @type {Member} */ member) =>
  member.away > 0 ? performance.now() - member.away : member.longestAway,
)
process.send?.({
  ...{ sent: taken.size, again, answers, refused, missing },
  latest: Math.round(late.at(-1) ?? 0),
  p99: Math.round(late[Math.floor(late.length * 0.99)] ?? 0),
  left: members.reduce((/** @type {number} */ sum, /** @type {Member} */ { left }) => sum + left, 0),
  longestAway: Math.round(Math.max(...away)),
  slowestSend: Math.round(slowestSend),
})
