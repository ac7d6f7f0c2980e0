import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'

/**
 * A raw socket to the realtime door, for frames that the official client would not send.
 *
 * @typedef {{ topic: string, event: string, ref: string | null, payload: any }} Frame
 */
export class Line {
  /** @type {Frame[]} */
  frames = []

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('message', (data) => {
      const [, ref, topic, event, payload] = JSON.parse(String(data))
      this.frames.push({ ref, topic, event, payload })
    })
  }

  /** @param {import('./house.mjs').House} house */
  static async open(house) {
    const address = `${house.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${house.anonKey}&vsn=2.0.0`
    const socket = new WebSocket(address)
    const line = new Line(socket)
    await once(socket, 'open')
    return line
  }

  get isOpen() {
    return this.socket.readyState === WebSocket.OPEN
  }

  /** @param {string} topic @param {string} event @param {unknown} payload @param {string} [ref] */
  send(topic, event, payload, ref = randomUUID()) {
    if (this.isOpen) this.socket.send(JSON.stringify([ref, ref, topic, event, payload]))
    return ref
  }

  /**
   * Sends and waits for the reply.
   * @param {string} topic @param {string} event @param {unknown} payload
   * @returns {Promise<any>} its payload; undefined when the socket closed or nothing came
   */
  async ask(topic, event, payload) {
    const ref = this.send(topic, event, payload)
    const reply = await this.until(() =>
      this.frames.find((frame) => frame.ref === ref && frame.event === 'phx_reply'),
    )
    return reply?.payload
  }

  /** @template T @param {() => T | undefined | false} look @param {number} [forMs] @returns {Promise<T | undefined>} */
  async until(look, forMs = 60_000) {
    const end = performance.now() + forMs
    while (performance.now() < end) {
      const seen = look()
      if (seen) return seen
      if (!this.isOpen) return undefined
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return undefined
  }

  /**
   * Joins a topic.
   * @param {string} topic @param {string | undefined} token @param {object} [config]
   * @returns {Promise<boolean>} whether the door took it
   */
  async join(topic, token, config = { private: true }) {
    const reply = await this.ask(`realtime:${topic}`, 'phx_join', { config, access_token: token })
    return reply?.status === 'ok'
  }

  /**
   * Listens to changes of a table, privately or, where the door still takes that, in public.
   * @param {string | undefined} token @param {string} table @param {string} [event]
   */
  async listen(token, table, event = '*') {
    const topic = `mensajes:${randomUUID()}`
    const config = { postgres_changes: [{ event, schema: 'public', table }] }
    const joined =
      (await this.join(topic, token, { private: true, ...config })) || (await this.join(topic, token, config))
    if (!joined) return false
    await this.until(() =>
      this.frames.find((frame) => frame.event === 'system' && frame.topic === `realtime:${topic}`),
    )
    return true
  }

  /** The changes received so far. @param {string} type */
  changes(type) {
    return this.frames
      .filter(({ event, payload }) => event === 'postgres_changes' && payload.data.type === type)
      .map(({ payload }) => payload.data)
  }

  close() {
    this.socket.terminate()
  }
}
