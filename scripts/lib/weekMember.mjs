import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'

/**
 * What members of `npm run proof -- week` share.
 * @typedef {{ house: import('../attacks/house.mjs').House, answers: { what: string, at: number, ms: number }[], heard: number, isOver: boolean,
 *   note: (refusal: string) => void }} Week
 */

/** Between two deeds of one member. */
const PAUSE_MS = /** @type {[number, number]} */ ([5_000, 15_000])

/** One who is online: a live room, and a deed now and then. */
export class Member {
  /** @param {Week} week @param {{ id: string, sala: string, secret: string, pictures: Buffer[], minutes: number }} her */
  constructor(week, { id, sala, secret, pictures, minutes }) {
    this.week = week
    this.id = id
    this.sala = sala
    this.pictures = pictures
    const exp = Math.floor(Date.now() / 1000) + minutes * 60 + 3_600
    const claims = { sub: id, session_id: id, role: 'authenticated', aud: 'authenticated', exp }
    const text = [{ alg: 'HS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    this.token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    this.written = 0
  }

  /** Her live room. */
  async listen() {
    const socket = new WebSocket(
      `${this.week.house.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${this.week.house.anonKey}&vsn=1.0.0`,
    )
    this.socket = socket
    socket.on('error', () => {})
    const topic = `realtime:mensajes:${randomUUID()}`
    const changes = {
      event: 'INSERT',
      schema: 'public',
      table: 'mensajes_sala',
      filter: `sala_id=eq.${this.sala}`,
    }
    const config = { private: true, broadcast: {}, presence: {}, postgres_changes: [changes] }
    const payload = { config, access_token: this.token }
    await new Promise((resolve) => socket.once('open', resolve))
    const joined = new Promise((resolve, reject) =>
      socket.on('message', (text) => {
        const message = JSON.parse(String(text))
        if (message.event === 'postgres_changes') this.week.heard += 1
        if (message.event !== 'phx_reply' || message.ref !== '1') return
        if (message.payload.status === 'ok') resolve(undefined)
        else reject(new Error(message.payload.response.reason))
      }),
    )
    socket.send(JSON.stringify({ topic, event: 'phx_join', payload, ref: '1', join_ref: '1' }))
    this.beat = setInterval(
      () => socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '2' })),
      25_000,
    )
    await joined
  }

  leave() {
    clearInterval(this.beat)
    this.socket?.terminate()
  }

  async live() {
    await delay(randomInt(1, PAUSE_MS[1]))
    while (!this.week.isOver) {
      await this.doSomething().catch((error) => this.week.note(`broken ${error?.name}`))
      await delay(randomInt(...PAUSE_MS))
    }
  }

  async doSomething() {
    const chance = randomInt(100)
    if (chance < 40)
      await this.ask(
        'look',
        `/rest/v1/mensajes_sala?select=id,contenido,creado_en&sala_id=eq.${this.sala}&order=creado_en.desc&limit=50`,
      )
    else if (chance < 55) await this.ask('look', '/rest/v1/numeros_emergencia?select=*')
    else if (chance < 75)
      await this.write('chat', 'mensajes_sala', {
        id: randomUUID(),
        sala_id: this.sala,
        user_id: this.id,
        contenido: 'Un mensaje como los que se escriben.',
      })
    else if (chance < 85) {
      this.written += 1
      const fecha = new Date(Date.UTC(2020, 0, 1 + this.written)).toISOString().slice(0, 10)
      await this.write('diary', 'diario_personal', {
        user_id: this.id,
        fecha,
        contenido: 'Hoy fue un día largo. '.repeat(30),
      })
    } else if (chance < 93)
      await this.write('agenda', 'agenda_personal', {
        user_id: this.id,
        titulo: 'Cita',
        fecha: '2027-01-15',
        notificar: false,
      })
    else if (chance < 98)
      await this.ask('picture', `/storage/v1/object/profiles/avatars/${this.id}.jpg`, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', 'x-upsert': 'true' },
        body: this.pictures[randomInt(this.pictures.length)],
      })
    else await this.press()
  }

  /** She presses, and it was by mistake. */
  async press() {
    const body = { cliente_id: randomUUID(), pulsada_en: new Date().toISOString(), pausa_s: 60 }
    const alerta = await this.ask('alarm', '/rest/v1/rpc/abrir_alerta', { method: 'POST', body })
    if (alerta)
      await this.ask('alarm', '/rest/v1/rpc/cerrar_alerta', {
        method: 'POST',
        body: { alerta, motivo: 'por_error' },
      })
  }

  /** @param {string} what @param {string} table @param {object} body */
  write(what, table, body) {
    return this.ask(what, `/rest/v1/${table}`, { method: 'POST', body })
  }

  /** @param {string} what @param {string} where @param {import('../attacks/house.mjs').Asked} [init] */
  async ask(what, where, init) {
    const { status, ms, json, text } = await this.week.house.fetch(where, { as: this.token, ...init })
    this.week.answers.push({ what, at: performance.now(), ms })
    if (status >= 300) this.week.note(`${what} ${status} ${text.slice(0, 120)}`)
    return status < 300 ? json : undefined
  }
}
