import type { RawData, WebSocket } from 'ws'
import { Channel, JoinRefusal } from './channel.ts'
import { decodeFrame, encodeText, FrameError, type Incoming, type Version } from './frames.ts'
import { HolderError } from './identity.ts'
import { JoinError } from './join.ts'
import { Window } from './limits.ts'
import type { RealtimeService } from './service.ts'

/** A client sends a heartbeat every 25 to 30 seconds; one that has been silent for two of them is gone. */
const SILENCE_MS = 70_000
/** Frames that may wait while the database is asked about earlier ones. */
const MOST_WAITING = 200
const MALFORMED = 1007
const POLICY = 1008

/** One socket: reads its frames in order, answers heartbeats, and keeps its channels. */
export class Connection {
  readonly channels = new Map<string, Channel>()
  isClosed = false
  private readonly messages: Window
  private readonly joins: Window
  private readonly users = new Set<string>()
  private lastSeen = Date.now()
  /** Frames of one topic are handled one after the other, since a join asks the database before it is done. */
  private readonly queues = new Map<string, Promise<void>>()
  private waiting = 0
  private joining = 0

  constructor(
    private readonly service: RealtimeService,
    private readonly socket: WebSocket,
    readonly version: Version,
    readonly address: string,
    /** The key that the socket was opened with; channels that bring no token of their own go by it. */
    readonly token: string,
  ) {
    this.messages = new Window(service.limits.messagesPerSecond, 1_000)
    this.joins = new Window(service.limits.joinsPerMinute, 60_000)
    service.connections.add(this)
    socket.on('message', (data, isBinary) => this.read(data, isBinary))
    socket.on('error', () => undefined)
    socket.on('close', () => this.close())
  }

  private read(data: RawData, isBinary: boolean): void {
    this.lastSeen = Date.now()
    if (!this.messages.take()) {
      this.end(POLICY, 'Too many messages per second')
      return
    }
    let message: Incoming
    try {
      message = decodeFrame(this.version, data as Buffer, isBinary)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      this.end(MALFORMED, 'Malformed frame')
      return
    }
    if (message.topic === 'phoenix') {
      if (message.event === 'heartbeat') this.reply(message, 'ok', {})
      return
    }
    if (this.waiting >= MOST_WAITING) {
      this.end(POLICY, 'Too many messages waiting')
      return
    }
    const before = this.queues.get(message.topic)
    if (!before && message.event !== 'phx_join' && this.channels.has(message.topic)) {
      this.enqueue(message.topic, this.handle(message))
    } else {
      this.enqueue(
        message.topic,
        (before ?? Promise.resolve()).then(() => this.handle(message)),
      )
    }
  }

  private enqueue(topic: string, work: Promise<void>): void {
    this.waiting += 1
    const settled = work
      .catch((error: unknown) => this.service.log.error({ err: error }, 'realtime: unexpected failure'))
      .then(() => {
        this.waiting -= 1
        if (this.queues.get(topic) === settled) this.queues.delete(topic)
      })
    this.queues.set(topic, settled)
  }

  private async handle(message: Incoming): Promise<void> {
    if (this.isClosed) return
    const channel = this.channels.get(message.topic)
    if (message.event === 'phx_join') {
      await this.join(message, channel)
    } else if (!channel) {
      if (message.event === 'phx_leave') this.reply(message, 'ok', {})
      else this.reply(message, 'error', { reason: 'unmatched topic' })
    } else if (message.event === 'phx_leave') {
      this.forget(channel)
      channel.close()
      this.reply(message, 'ok', {})
      this.push(channel.joinRef, message.topic, 'phx_close', '{}')
    } else {
      await channel.receive(message)
    }
  }

  private async join(message: Incoming, before: Channel | undefined): Promise<void> {
    if (before) {
      // The same topic joined again: the newer join counts, as in Phoenix.
      this.forget(before)
      before.close()
      this.push(before.joinRef, message.topic, 'phx_close', '{}')
    }
    if (!this.joins.take()) {
      this.reply(message, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per minute' })
      return
    }
    if (this.channels.size + this.joining >= this.service.limits.channelsPerSocket) {
      this.reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
      return
    }
    this.joining += 1
    try {
      const channel = await Channel.join(this.service, this, message)
      if (!this.isClosed) this.channels.set(message.topic, channel)
    } catch (error) {
      const known = error instanceof JoinRefusal || error instanceof HolderError || error instanceof JoinError
      if (!known) this.service.log.warn({ err: error }, 'realtime: a join failed')
      const reason = known
        ? error.message
        : 'UnableToConnectToProject: Realtime was unable to connect to the project database'
      this.reply(message, 'error', { reason })
    } finally {
      this.joining -= 1
    }
  }

  /** Requests for changes that its channels hold together. */
  get bindings(): number {
    let count = 0
    for (const channel of this.channels.values()) count += channel.bindings
    return count
  }

  /** Notes that a person uses this socket. @returns false when she has too many of them */
  claimUser(userId: string | undefined): boolean {
    if (userId === undefined || this.users.has(userId)) return true
    let sockets = 0
    for (const other of this.service.connections) if (other.users.has(userId)) sockets += 1
    if (sockets >= this.service.limits.socketsPerUser) return false
    this.users.add(userId)
    return true
  }

  forget(channel: Channel): void {
    if (this.channels.get(channel.topic) === channel) this.channels.delete(channel.topic)
  }

  reply(message: Incoming, status: 'ok' | 'error', response: object): void {
    const payload = JSON.stringify({ status, response })
    this.sendText(encodeText(this.version, message.joinRef, message.ref, message.topic, 'phx_reply', payload))
  }

  /** @param payload JSON text */
  push(joinRef: string | null, topic: string, event: string, payload: string): void {
    this.sendText(encodeText(this.version, joinRef, null, topic, event, payload))
  }

  private sendText(text: string): void {
    this.send(Buffer.from(text), false)
  }

  /** Sends a frame; a reader who takes too little of what she is sent is cut off rather than kept in memory. */
  send(frame: Buffer, isBinary: boolean): void {
    if (this.isClosed) return
    if (this.socket.bufferedAmount > this.service.limits.bufferedBytes) {
      this.service.log.info('realtime: a slow reader was cut off')
      this.socket.terminate()
      this.close()
      return
    }
    this.socket.send(frame, { binary: isBinary })
  }

  /** Cuts a socket whose client has long been silent. */
  sweep(now: number): void {
    if (now - this.lastSeen > SILENCE_MS) this.socket.terminate()
  }

  end(code: number, reason: string): void {
    this.socket.close(code, reason)
    this.close()
  }

  terminate(): void {
    this.socket.terminate()
  }

  private close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.service.connections.delete(this)
    for (const channel of this.channels.values()) channel.close()
    this.channels.clear()
    this.queues.clear()
  }
}
