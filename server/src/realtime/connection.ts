import type { RawData, WebSocket } from 'ws'
import { Channel, JoinRefusal } from './channel.ts'
import { TokenRefusal } from './principal.ts'
import { decodeFrame, encodeText, FrameError, type Incoming, JoinError, type Version } from './protocol.ts'
import type { ChannelSocket, RealtimeService } from './service.ts'
import { RateWindow, type Usage } from './usage.ts'

/** Clients send a heartbeat every 25 to 30 seconds; a socket that missed two is closed. */
const SILENCE_MS = 70_000
/** Frames that may wait while the database is asked about earlier ones. */
const MOST_WAITING = 200
/** Below this backlog a slow reader is not checked further. */
const WORTH_COUNTING = 64 * 1024
const MALFORMED = 1007
export const POLICY = 1008
/** «Service Restart» (IANA, WebSocket Close Code Numbers): clients come back, by way of the proxy to another process. */
const RESTART = 1012
/** How long a client has to say that it has heard. */
const FAREWELL_MS = 1_000

/** The name under which sockets of one network are counted as long as they have not shown a member's session. */
export function strangersOf(network: string): string {
  return `address:${network}`
}

/** What sockets share within one process. */
export interface ConnectionService extends RealtimeService {
  connections: Set<Connection>
  usage: Usage<Connection>
}

/** One socket: reads its frames in order, answers heartbeats, and keeps its channels. */
export class Connection implements ChannelSocket {
  readonly channels = new Map<string, Channel>()
  isClosed = false
  private readonly messages: RateWindow
  private readonly joins: RateWindow
  private readonly users = new Set<string>()
  private lastSeen = performance.now()
  /** Frames of one topic are handled one after the other, since a join asks the database before it is done. */
  private readonly queues = new Map<string, Promise<void>>()
  private waiting = 0
  private joining = 0
  private emptySince = performance.now()

  constructor(
    private readonly service: ConnectionService,
    private readonly socket: WebSocket,
    readonly version: Version,
    readonly address: string,
    /** Channels that bring no token of their own go by it. */
    readonly token: string,
  ) {
    this.messages = new RateWindow(service.limits.messagesPerSecond, 1_000)
    this.joins = new RateWindow(service.limits.joinsPerMinute, 60_000)
    service.connections.add(this)
    service.usage.enter(this, strangersOf(address), true)
    socket.on('message', (data, isBinary) => this.read(data, isBinary))
    socket.on('error', () => undefined)
    socket.on('close', () => this.close())
  }

  private read(data: RawData, isBinary: boolean): void {
    this.lastSeen = performance.now()
    if (!this.messages.take()) {
      this.end(POLICY, 'Too many messages per second')
      return
    }
    const { byteLength } = data as Buffer
    if (this.channels.size === 0 && byteLength > this.service.limits.firstPayloadBytes) {
      this.end(POLICY, 'Frame too large')
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
    if (this.waiting >= MOST_WAITING || !this.service.usage.charge(this, byteLength, true)) {
      this.end(POLICY, 'Too many messages waiting')
      return
    }
    const before = this.queues.get(message.topic)
    if (!before && message.event !== 'phx_join' && this.channels.has(message.topic)) {
      this.enqueue(message.topic, byteLength, this.handle(message, byteLength))
    } else {
      this.enqueue(
        message.topic,
        byteLength,
        (before ?? Promise.resolve()).then(() => this.handle(message, byteLength)),
      )
    }
  }

  private enqueue(topic: string, byteLength: number, work: Promise<void>): void {
    this.waiting += 1
    const settled = work
      .catch((error: unknown) => this.service.log.error({ err: error }, 'realtime: unexpected failure'))
      .then(() => {
        this.waiting -= 1
        this.release(byteLength)
        if (this.queues.get(topic) === settled) this.queues.delete(topic)
      })
    this.queues.set(topic, settled)
  }

  private async handle(message: Incoming, byteLength: number): Promise<void> {
    if (this.isClosed) return
    const channel = this.channels.get(message.topic)
    if (message.event === 'phx_join') {
      await this.join(message, byteLength, channel)
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

  private async join(message: Incoming, byteLength: number, before: Channel | undefined): Promise<void> {
    if (before) {
      // The same topic joined again: the newer join counts, as in Phoenix.
      this.forget(before)
      before.close()
      this.push(before.joinRef, message.topic, 'phx_close', '{}')
    }
    if (!this.joins.take() || !this.service.usage.takeJoin(this)) {
      this.reply(message, 'error', { reason: 'ClientJoinRateLimitReached: Too many joins per minute' })
      return
    }
    if (this.channels.size + this.joining >= this.service.limits.channelsPerSocket) {
      this.reply(message, 'error', { reason: 'ChannelRateLimitReached: Too many channels' })
      return
    }
    this.joining += 1
    try {
      const channel = await Channel.join(this.service, this, message, byteLength)
      if (!this.isClosed) this.channels.set(message.topic, channel)
    } catch (error) {
      const known =
        error instanceof JoinRefusal || error instanceof TokenRefusal || error instanceof JoinError
      if (!known) this.service.log.warn({ err: error }, 'realtime: a join failed')
      const reason = known
        ? error.message
        : 'UnableToConnectToProject: Realtime was unable to connect to the project database'
      this.reply(message, 'error', { reason })
    } finally {
      this.joining -= 1
    }
  }

  get bindings(): number {
    let count = 0
    for (const channel of this.channels.values()) count += channel.bindings
    return count
  }

  /** Bytes that the other side has not taken yet. */
  get buffered(): number {
    return this.socket.bufferedAmount
  }

  /** Since when nothing is joined here; undefined while something is, or is about to be. */
  get idleSince(): number | undefined {
    return this.channels.size > 0 || this.joining > 0 ? undefined : this.emptySince
  }

  charge(bytes: number): boolean {
    return this.service.usage.charge(this, bytes)
  }

  release(bytes: number): void {
    this.service.usage.release(this, bytes)
  }

  claimUser(userId: string | undefined): boolean {
    if (userId === undefined || this.users.has(userId)) return true
    let sockets = 0
    for (const other of this.service.connections) if (other.users.has(userId)) sockets += 1
    if (sockets >= this.service.limits.socketsPerUser) return false
    this.users.add(userId)
    // From now on the socket is counted for her, and no longer for the address that she may share with thousands.
    this.service.usage.enter(this, `member:${userId}`)
    return true
  }

  forget(channel: { readonly topic: string }): void {
    if (this.channels.get(channel.topic) === channel) this.channels.delete(channel.topic)
    if (this.channels.size === 0) this.emptySince = performance.now()
  }

  reply(message: Incoming, status: 'ok' | 'error', response: object): void {
    const payload = JSON.stringify({ status, response })
    this.sendText(encodeText(this.version, message.joinRef, message.ref, message.topic, 'phx_reply', payload))
  }

  push(joinRef: string | null, topic: string, event: string, payload: string): void {
    this.sendText(encodeText(this.version, joinRef, null, topic, event, payload))
  }

  private sendText(text: string): void {
    this.send(Buffer.from(text), false)
  }

  /** Sends a frame; a reader who is too slow is disconnected, so that her backlog does not fill the memory. */
  send(frame: Buffer, isBinary: boolean): void {
    if (this.isClosed) return
    const { bufferedAmount } = this.socket
    if (
      bufferedAmount > this.service.limits.bufferedBytes ||
      (bufferedAmount > WORTH_COUNTING && this.service.usage.exceeds(this))
    ) {
      this.service.log.info('realtime: a slow reader was cut off')
      this.socket.terminate()
      this.close()
      return
    }
    this.socket.send(frame, { binary: isBinary })
  }

  /** Cuts a socket whose client has long been silent, or on which nothing is joined: there is nothing to hear there. */
  sweep(now: number): void {
    if (now - this.lastSeen > SILENCE_MS) this.terminate()
    else if (now - (this.idleSince ?? now) > this.service.limits.idleSeconds * 1_000)
      this.end(POLICY, 'No channel is joined')
  }

  end(code: number, reason: string): void {
    this.socket.close(code, reason)
    this.close()
  }

  /** Sends the client away because this process ends. */
  leave(): void {
    this.end(RESTART, 'The server restarts')
    setTimeout(() => this.socket.terminate(), FAREWELL_MS).unref()
  }

  terminate(): void {
    this.socket.terminate()
    this.close()
  }

  private close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.service.connections.delete(this)
    for (const channel of this.channels.values()) channel.close()
    this.channels.clear()
    this.queues.clear()
    this.service.usage.leave(this)
  }
}
