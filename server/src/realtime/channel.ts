import { createHmac, randomUUID } from 'node:crypto'
import type { Listener } from './changes.ts'
import { type Member, topicName } from './hub.ts'
import {
  askPolicies,
  type Extension,
  type Permissions,
  type Principal,
  readPrincipal,
  TokenRefusal,
} from './principal.ts'
import { type Broadcast, type Incoming, type JoinRequest, readJoin, type Version } from './protocol.ts'
import type { ChannelSocket, RealtimeService } from './service.ts'
import { SubscriptionError } from './subscriptions.ts'
import { RateWindow } from './usage.ts'

const NO_DATABASE = 'Realtime was unable to connect to the project database'

/** A join that is refused; the text goes to the client, code first, as Supabase Realtime words it. */
export class JoinRefusal extends Error {}

/** How long a policy's answer is cached before it is asked again. */
const PERMISSION_MS = 4_000
/** What a channel takes besides what it was asked for with, rounded up. */
const CHANNEL_BYTES = 4_096
const STREAM_PATIENCE_MS = 8_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

interface WaitingFrame {
  kind: Extension
  frame: Buffer
  isBinary: boolean
}

/** One joined topic of one socket: what it asked for, who holds it, and what she may do in it. */
export class Channel implements Listener, Member {
  readonly id: string
  readonly version: Version
  private isClosed = false
  private isJoined = false
  private permissions: Permissions | undefined
  private permissionsAt = Number.NEGATIVE_INFINITY
  private asking: Promise<void> | undefined
  private waiting: WaitingFrame[] = []
  private waitingBytes = 0
  private expiry: NodeJS.Timeout | undefined
  private readonly presenceWindow: RateWindow
  private tracked = ''
  /** What is kept for it, as `Usage` counts it. */
  private chargedBytes = 0

  private constructor(
    private readonly service: RealtimeService,
    private readonly connection: ChannelSocket,
    readonly topic: string,
    readonly joinRef: string | null,
    private readonly request: JoinRequest,
    private currentPrincipal: Principal,
  ) {
    this.id = `${service.processId}:${randomUUID()}`
    this.version = connection.version
    this.presenceWindow = new RateWindow(service.limits.presencesPer30Seconds, 30_000)
  }

  get principal(): Principal {
    return this.currentPrincipal
  }

  get wantsPresence(): boolean {
    return this.isJoined && this.request.presence.enabled
  }

  /** How many requests for changes it holds. */
  get bindings(): number {
    return this.request.changes.length
  }

  private get subTopic(): string {
    return this.topic.slice('realtime:'.length)
  }

  private get name(): string {
    return topicName(this.subTopic, this.request.isPrivate)
  }

  /**
   * Joins a topic and replies to the client.
   * @param byteLength of the frame that asks for it
   * @throws JoinRefusal, TokenRefusal, JoinError, or what keeps the database from answering
   */
  static async join(
    service: RealtimeService,
    connection: ChannelSocket,
    message: Incoming,
    byteLength: number,
  ): Promise<Channel> {
    const request = readJoin(message.payload, service.limits.bindingsPerChannel)
    if (!message.topic.startsWith('realtime:') || message.topic === 'realtime:')
      throw new JoinRefusal('TopicNameRequired: You must provide a topic name')
    if (connection.bindings + request.changes.length > service.limits.bindingsPerSocket)
      throw new JoinRefusal('ChannelRateLimitReached: Too many postgres_changes on one socket')
    if (request.broadcast.replay)
      throw new JoinRefusal('UnableToReplayMessages: Replay is not supported by this server')
    const token =
      request.accessToken && !request.accessToken.startsWith('sb_') ? request.accessToken : connection.token
    const principal = await readPrincipal(service.tokens, token)
    const channel = new Channel(service, connection, message.topic, message.joinRef, request, principal)
    channel.assertPlainIsTaken(principal)
    try {
      await channel.open(message, byteLength)
    } catch (error) {
      channel.giveBack(channel.chargedBytes)
      throw error
    }
    return channel
  }

  /** Whether broadcast and presence go over it: public channels may be off, and no policy guards those. */
  private get isCarrying(): boolean {
    return this.request.isPrivate || this.service.publicChannels
  }

  /** @throws JoinRefusal; where public channels are off, a plain one takes changes alone, which policies guard, and no visitor */
  private assertPlainIsTaken({ role }: Principal): void {
    if (!this.isCarrying && (role === 'anon' || this.bindings === 0))
      throw new JoinRefusal('PrivateOnly: This project only allows private channels')
  }

  /** @throws JoinRefusal when it is too much for the owner of the socket */
  private keep(bytes: number): void {
    if (!this.connection.charge(bytes))
      throw new JoinRefusal('ConnectionRateLimitReached: Too much is kept for this client')
    this.chargedBytes += bytes
  }

  private giveBack(bytes: number): void {
    this.chargedBytes -= bytes
    this.connection.release(bytes)
  }

  private async open(message: Incoming, byteLength: number): Promise<void> {
    const { service, request } = this
    await this.assertSession(this.principal)
    if (!this.connection.claimUser(this.principal.userId))
      throw new JoinRefusal('ConnectionRateLimitReached: Too many connected users')
    // Only now it is known who pays: a member must not be refused for what strangers have taken.
    this.keep(CHANNEL_BYTES + byteLength)
    if (request.isPrivate) {
      await this.askPermissions()
      const read = this.permissions?.read
      if (!read?.has('broadcast') && !read?.has('presence')) throw new JoinRefusal(this.noPermission())
    }
    const refusal = await this.subscribe()
    if (this.connection.isClosed || this.isClosed) {
      this.close()
      return
    }
    if (this.isCarrying) service.hub.join(this.name, this)
    this.isJoined = true
    this.watchExpiry()
    const echoes = request.changes.map((change) => ({ id: change.id, ...change.echo }))
    this.connection.reply(message, 'ok', { postgres_changes: echoes })
    if (request.changes.length > 0) {
      if (refusal) this.system('postgres_changes', 'error', refusal)
      else this.system('postgres_changes', 'ok', 'Subscribed to PostgreSQL')
    }
    if (request.broadcast.replicationReady) this.system('system', 'ok', 'Replication connection established')
    if (this.isCarrying && request.presence.enabled) service.hub.showState(this.name, this)
  }

  /** @returns why the changes asked for cannot be given, as a text for the client */
  private async subscribe(): Promise<string | undefined> {
    const { changes } = this.request
    const { replication, subscriptions } = this.service
    if (changes.length === 0) return undefined
    // The client must not believe that it hears changes while nothing carries them: it tries again by itself.
    if (!(await replication?.ready(STREAM_PATIENCE_MS))) {
      throw new JoinRefusal(
        replication && !replication.unavailable
          ? 'InitializingProjectConnection: Connecting to the project database'
          : 'RealtimeDisabledForConfiguration: Logical replication is not available on this database',
      )
    }
    try {
      subscriptions.set(this, await subscriptions.understand(this, changes))
      return undefined
    } catch (error) {
      if (error instanceof SubscriptionError) return error.message
      throw error
    }
  }

  /** Takes an event that the client sent on this topic. */
  async receive(message: Incoming): Promise<void> {
    if (message.event === 'broadcast') await this.receiveBroadcast(message)
    else if (message.event === 'presence') await this.receivePresence(message)
    else if (message.event === 'access_token') await this.receiveToken(message.payload)
  }

  private async receiveBroadcast(message: Incoming): Promise<void> {
    const broadcast = broadcastOf(message.payload)
    if (!broadcast) return
    if (!(await this.may('write', 'broadcast'))) return
    const { self, ack } = this.request.broadcast
    const taken = this.service.hub.broadcast(this.name, broadcast, self ? undefined : this)
    if (!taken) this.shutDown('Too many messages per second')
    else if (ack) this.connection.reply(message, 'ok', {})
  }

  private async receivePresence(message: Incoming): Promise<void> {
    if (!this.presenceWindow.take()) {
      this.shutDown('Client presence rate limit exceeded')
      return
    }
    const { event, payload = {} } = message.payload as { event?: unknown; payload?: unknown }
    const kind = typeof event === 'string' ? event.toLowerCase() : ''
    if (kind === 'untrack') {
      this.forgetTracked()
      this.service.hub.untrack(this.name, this.id)
      this.connection.reply(message, 'ok', {})
      return
    }
    if (kind !== 'track') {
      this.connection.reply(message, 'error', { reason: 'unknown presence event' })
      return
    }
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
      this.connection.reply(message, 'error', { reason: 'Presence track payload must be a map' })
      return
    }
    if (!(await this.may('write', 'presence'))) {
      this.connection.reply(message, 'error', { reason: 'unauthorized' })
      return
    }
    const text = JSON.stringify(payload)
    const bytes = Buffer.byteLength(text)
    if (bytes > this.service.limits.presenceBytes) {
      const reason = `PayloadSizeExceeded: Presence takes ${this.service.limits.presenceBytes} bytes at most`
      this.connection.reply(message, 'error', { reason })
      return
    }
    if (text !== this.tracked) {
      if (!this.connection.charge(bytes)) {
        this.connection.reply(message, 'error', { reason: 'Too much is kept for this client' })
        return
      }
      this.forgetTracked()
      this.tracked = text
      this.chargedBytes += bytes
      if (!this.request.presence.enabled) {
        // She did not get the presence state on joining, so it is sent first; otherwise she would see only
        // later changes.
        this.request.presence.enabled = true
        this.service.hub.showState(this.name, this)
      }
      this.service.hub.track(this.name, this, this.presenceKey(), payload as Record<string, unknown>)
    }
    this.connection.reply(message, 'ok', {})
  }

  private forgetTracked(): void {
    this.giveBack(Buffer.byteLength(this.tracked))
    this.tracked = ''
  }

  /**
   * Under which name she is present: one for each member and channel, the same on all her devices, that nobody can make or
   * trace to her. What the client wishes to be called is not asked: it could be another's name, or her own elsewhere.
   */
  private presenceKey(): string {
    const { userId } = this.principal
    return createHmac('sha256', this.service.secret)
      .update(JSON.stringify(['presence', this.name, userId ?? this.id]))
      .digest('base64url')
      .slice(0, 22)
  }

  /** A newer token takes the place of the older one, with everything that is asked of it. */
  private async receiveToken(payload: unknown): Promise<void> {
    const token = (payload as { access_token?: unknown }).access_token
    if (typeof token !== 'string' || token.startsWith('sb_') || token === this.principal.token) return
    try {
      const principal = await readPrincipal(this.service.tokens, token)
      await this.assertSession(principal)
      if (!this.connection.claimUser(principal.userId)) throw new JoinRefusal('Too many connected users')
      this.assertPlainIsTaken(principal)
      this.currentPrincipal = principal
      this.permissionsAt = Number.NEGATIVE_INFINITY
      if (
        this.request.isPrivate &&
        !(await this.may('read', 'broadcast')) &&
        !(await this.may('read', 'presence'))
      )
        throw new JoinRefusal(this.noPermission())
      this.watchExpiry()
    } catch (error) {
      if (error instanceof TokenRefusal || error instanceof JoinRefusal) this.shutDown(error.message)
      else this.fail(NO_DATABASE)
    }
  }

  private async assertSession({ sessionId }: Principal): Promise<void> {
    if (sessionId !== undefined && !(await this.service.sessions.isAlive(sessionId)))
      throw new JoinRefusal('Unauthorized: Session from session_id claim in JWT does not exist')
  }

  private watchExpiry(): void {
    clearTimeout(this.expiry)
    const { expiresAt } = this.principal
    if (expiresAt === undefined) return
    const left = expiresAt * 1000 - Date.now()
    this.expiry = setTimeout(
      () => {
        if (expiresAt * 1000 <= Date.now()) this.shutDown('Token has expired 0 seconds ago')
        else this.watchExpiry()
      },
      Math.min(Math.max(left, 0), LONGEST_TIMER_MS),
    )
    this.expiry.unref()
  }

  private noPermission(): string {
    return `Unauthorized: You do not have permissions to read from this Channel topic: ${this.subTopic}`
  }

  private async askPermissions(): Promise<void> {
    const { principal } = this
    const permissions = await askPolicies(this.service.db, principal, this.subTopic)
    if (principal === this.currentPrincipal) {
      this.permissions = permissions
      this.permissionsAt = performance.now()
    }
  }

  private get permissionsAreFresh(): boolean {
    return this.permissions !== undefined && performance.now() - this.permissionsAt < PERMISSION_MS
  }

  private async may(action: keyof Permissions, extension: Extension): Promise<boolean> {
    if (!this.request.isPrivate) return this.isCarrying
    while (!this.permissionsAreFresh) {
      this.asking ??= this.askPermissions().finally(() => {
        this.asking = undefined
      })
      await this.asking
    }
    return this.permissions!.read !== undefined && this.permissions![action].has(extension)
  }

  deliver(kind: Extension, frame: Buffer, isBinary: boolean): void {
    if (!this.isJoined) return
    if (!this.request.isPrivate) this.connection.send(frame, isBinary)
    else if (this.waiting.length === 0 && this.permissionsAreFresh) {
      if (this.permissions!.read.has(kind)) this.connection.send(frame, isBinary)
    } else {
      // The cached policy answer has expired: the message waits for a new one.
      if (!this.connection.charge(frame.length)) {
        this.shutDown('Too many messages per second')
        return
      }
      this.waiting.push({ kind, frame, isBinary })
      this.waitingBytes += frame.length
      if (this.waiting.length === 1) void this.release()
      else if (this.waitingBytes > this.service.limits.bufferedBytes)
        this.shutDown('Too many messages per second')
    }
  }

  private async release(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        const { kind, frame, isBinary } = this.waiting[0]!
        const may = await this.may('read', kind)
        if (!this.isJoined) return
        if (may) this.connection.send(frame, isBinary)
        this.waiting.shift()
        this.waitingBytes -= frame.length
        this.connection.release(frame.length)
      }
      if (this.permissions && this.permissions.read.size === 0) this.shutDown(this.noPermission())
    } catch {
      // What she may hear is not known for a moment, which is no reason to end it for good.
      this.fail(NO_DATABASE)
    }
  }

  send(frame: Buffer): void {
    if (this.isJoined) this.connection.send(frame, false)
  }

  private system(extension: string, status: 'ok' | 'error', message: string): void {
    const payload = JSON.stringify({ extension, status, message, channel: this.subTopic })
    this.connection.push(this.joinRef, this.topic, 'system', payload)
  }

  /** Ends the channel, saying why; the client does not come back by itself. */
  shutDown(reason: string): void {
    if (this.isClosed) return
    this.system('system', 'error', reason)
    this.connection.push(this.joinRef, this.topic, 'phx_close', '{}')
    this.connection.forget(this)
    this.close()
  }

  /** Ends the channel as failed: the client joins again by itself and catches up. */
  fail(reason: string): void {
    if (this.isClosed) return
    this.system(this.bindings > 0 ? 'postgres_changes' : 'system', 'error', reason)
    this.connection.push(this.joinRef, this.topic, 'phx_error', '{}')
    this.connection.forget(this)
    this.close()
  }

  /** Lets go of everything; nothing is sent any more. */
  close(): void {
    if (!this.isClosed) this.giveBack(this.chargedBytes + this.waitingBytes)
    this.isClosed = true
    this.isJoined = false
    this.waiting = []
    this.waitingBytes = 0
    clearTimeout(this.expiry)
    this.service.subscriptions.remove(this)
    this.service.hub.leave(this.name, this)
  }
}

function broadcastOf(payload: unknown): Broadcast | undefined {
  const value = payload as Partial<Broadcast> & Record<string, unknown>
  if (value.kind === 'split' && Buffer.isBuffer(value.body)) return payload as Broadcast
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  return { kind: 'object', json: JSON.stringify(value) }
}
