import { once } from 'node:events'
import { WebSocket } from 'ws'
import { Inbox, type World } from './realtime.ts'

export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

/** A socket that says exactly what it is told, for what no official client would say. */
export class RawSocket {
  readonly frames = new Inbox<Frame>()
  readonly closed: Promise<number>
  private constructor(
    readonly socket: WebSocket,
    private readonly version: string,
  ) {
    this.closed = once(socket, 'close').then(([code]) => code as number)
    socket.on('error', () => undefined)
    socket.on('message', (data, isBinary) => {
      if (isBinary) return
      const value = JSON.parse(data.toString())
      if (version === '2.0.0') {
        const [joinRef, ref, topic, event, payload] = value
        this.frames.put({ joinRef, ref, topic, event, payload })
      } else this.frames.put({ ...value, joinRef: value.join_ref })
    })
  }

  /** @throws Error naming the status when the server refuses the socket */
  static async open(
    world: Pick<World, 'server'>,
    version = '2.0.0',
    headers: Record<string, string> = {},
  ): Promise<RawSocket> {
    const socket = new WebSocket(socketUrl(world, { vsn: version }), { headers })
    const raw = new RawSocket(socket, version)
    await once(socket, 'open')
    return raw
  }

  send(joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown): void {
    this.socket.send(
      this.version === '2.0.0'
        ? JSON.stringify([joinRef, ref, topic, event, payload])
        : JSON.stringify({ join_ref: joinRef, ref, topic, event, payload }),
    )
  }

  /** Sends and waits for the reply. */
  async ask(topic: string, event: string, payload: unknown, ref = crypto.randomUUID()): Promise<Frame> {
    this.send(ref, ref, topic, event, payload)
    return this.frames.find((frame) => frame.event === 'phx_reply' && frame.ref === ref)
  }

  async alive(): Promise<boolean> {
    const reply = await this.ask('phoenix', 'heartbeat', {})
    return reply.payload.status === 'ok'
  }
}

export function socketUrl(world: Pick<World, 'server'>, query: Record<string, string>): string {
  const url = new URL('/realtime/v1/websocket', world.server.url.replace('http', 'ws'))
  for (const [name, value] of Object.entries({ apikey: world.server.config.secrets.anonKey, ...query }))
    url.searchParams.set(name, value)
  return url.href
}
