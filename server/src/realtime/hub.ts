import { randomBytes } from 'node:crypto'
import { type Broadcast, encodeBroadcast, encodeText, type Version } from './protocol.ts'
import { RateWindow } from './usage.ts'

/** A channel as the hub needs to know it. */
export interface Member {
  /** Its name among all members of all processes. */
  readonly id: string
  readonly topic: string
  readonly version: Version
  readonly wantsPresence: boolean
  /** Sends what its reader may see; a private channel asks first. */
  deliver(kind: 'broadcast' | 'presence', frame: Buffer, isBinary: boolean): void
}

/** What a process tells the others on the same database. */
export type Word =
  | { kind: 'broadcast'; topic: string; broadcast: Broadcast }
  | { kind: 'track'; topic: string; member: string; key: string; meta: Meta }
  | { kind: 'untrack'; topic: string; member: string }

class Topic {
  readonly members = new Set<Member>()
  readonly presence = new Presence()

  constructor(readonly window: RateWindow) {}
}

/** The topics of this process: who has joined each, and who is tracked in it here and in other processes. */
export class Hub {
  private readonly topics = new Map<string, Topic>()

  /**
   * @param tell passes a word on to the other processes
   * @param broadcastsPerSecond what one topic takes from everybody together
   */
  constructor(
    private readonly tell: (word: Word) => void,
    private readonly broadcastsPerSecond: number,
  ) {}

  /** How many topics there are, joined here or tracked in elsewhere. */
  get size(): number {
    return this.topics.size
  }

  join(name: string, member: Member): void {
    this.topic(name).members.add(member)
  }

  leave(name: string, member: Member): void {
    const topic = this.topics.get(name)
    if (!topic?.members.delete(member)) return
    this.untrack(name, member.id)
    this.drop(name, topic)
  }

  /** @returns false when the topic has had enough for this second */
  broadcast(name: string, broadcast: Broadcast, except?: Member): boolean {
    const topic = this.topic(name)
    const taken = topic.window.take()
    if (taken) {
      this.spread(name, broadcast, except)
      this.tell({ kind: 'broadcast', topic: name, broadcast })
    }
    // Nobody is here who would drop it.
    this.drop(name, topic)
    return taken
  }

  track(name: string, member: Member, key: string, payload: Record<string, unknown>): void {
    const topic = this.topic(name)
    const diff = topic.presence.track(member.id, key, payload)
    const meta = diff.joins[key]!.metas[0]!
    this.showDiff(topic, diff)
    this.tell({ kind: 'track', topic: name, member: member.id, key, meta })
  }

  untrack(name: string, member: string): void {
    const topic = this.topics.get(name)
    const diff = topic?.presence.untrack(member)
    if (!topic || !diff) return
    this.showDiff(topic, diff)
    this.tell({ kind: 'untrack', topic: name, member })
  }

  /** Tells a member who is there. */
  showState(name: string, member: Member): void {
    const state = JSON.stringify(this.topic(name).presence.state())
    const frame = encodeText(member.version, null, null, member.topic, 'presence_state', state)
    member.deliver('presence', Buffer.from(frame), false)
  }

  /** Handles a message from another process. */
  hear(word: Word): void {
    if (word.kind === 'broadcast') {
      this.spread(word.topic, word.broadcast)
    } else if (word.kind === 'track') {
      const topic = this.topic(word.topic)
      this.showDiff(topic, topic.presence.put(word.member, word.key, word.meta))
    } else {
      this.forget(word.topic, word.member)
    }
  }

  /** Forgets everybody tracked by a process that is gone. @param prefix of its members' names */
  forgetProcess(prefix: string): void {
    for (const [name, { presence }] of [...this.topics])
      for (const [member] of presence.members()) if (member.startsWith(prefix)) this.forget(name, member)
  }

  /** Everybody tracked here, for a process that has just begun. @param prefix of this process's members' names */
  tracked(prefix: string): Word[] {
    const words: Word[] = []
    for (const [topic, { presence }] of this.topics)
      for (const [member, key, meta] of presence.members())
        if (member.startsWith(prefix)) words.push({ kind: 'track', topic, member, key, meta })
    return words
  }

  private forget(name: string, member: string): void {
    const topic = this.topics.get(name)
    const diff = topic?.presence.untrack(member)
    if (!topic || !diff) return
    this.showDiff(topic, diff)
    this.drop(name, topic)
  }

  private spread(name: string, broadcast: Broadcast, except?: Member): void {
    const frames = new Map<string, Buffer | undefined>()
    for (const member of this.topics.get(name)?.members ?? []) {
      if (member === except) continue
      const key = `${member.version} ${member.topic}`
      if (!frames.has(key)) {
        const frame = encodeBroadcast(member.version, member.topic, broadcast)
        frames.set(key, typeof frame === 'string' ? Buffer.from(frame) : frame)
      }
      const frame = frames.get(key)
      // Binary frames begin with their kind, text frames with a bracket.
      if (frame) member.deliver('broadcast', frame, frame[0]! < 0x20)
    }
  }

  /**
   * An entry that changed is shown as gone and then as come again, in two messages: sent in one, the official client
   * (2.109) keeps the old entry, because it has removed the reference by which it would find it.
   */
  private showDiff(topic: Topic, { joins, leaves }: PresenceDiff): void {
    const isChange = Object.keys(joins).length > 0 && Object.keys(leaves).length > 0
    const diffs = isChange
      ? [
          { joins: {}, leaves },
          { joins, leaves: {} },
        ]
      : [{ joins, leaves }]
    for (const json of diffs.map((diff) => JSON.stringify(diff))) {
      for (const member of topic.members) {
        if (!member.wantsPresence) continue
        const frame = encodeText(member.version, null, null, member.topic, 'presence_diff', json)
        member.deliver('presence', Buffer.from(frame), false)
      }
    }
  }

  private topic(name: string): Topic {
    const known = this.topics.get(name)
    if (known) return known
    const topic = new Topic(new RateWindow(this.broadcastsPerSecond, 1_000))
    this.topics.set(name, topic)
    return topic
  }

  private drop(name: string, topic: Topic): void {
    if (topic.members.size === 0 && topic.presence.isEmpty) this.topics.delete(name)
  }
}

/** What one tracked client says of herself, with the reference that tells her entries apart. */
export type Meta = { phx_ref: string; phx_ref_prev?: string } & Record<string, unknown>
type PresenceState = Record<string, { metas: Meta[] }>
interface PresenceDiff {
  joins: PresenceState
  leaves: PresenceState
}

interface Entry {
  key: string
  meta: Meta
}

/**
 * Who is there in one topic. An entry belongs to a member, which is one channel of one socket.
 * Source: Phoenix, `Phoenix.Presence`; the shapes that its JavaScript client merges.
 */
class Presence {
  private readonly entries = new Map<string, Entry>()

  get isEmpty(): boolean {
    return this.entries.size === 0
  }

  track(member: string, key: string, payload: Record<string, unknown>): PresenceDiff {
    const before = this.entries.get(member)
    const meta: Meta = { ...payload, phx_ref: randomBytes(9).toString('base64url') }
    if (before) meta.phx_ref_prev = before.meta.phx_ref
    return this.put(member, key, meta)
  }

  /** Takes over an entry as another process made it. */
  put(member: string, key: string, meta: Meta): PresenceDiff {
    const before = this.entries.get(member)
    this.entries.set(member, { key, meta })
    return {
      joins: { [key]: { metas: [meta] } },
      leaves: before ? { [before.key]: { metas: [before.meta] } } : {},
    }
  }

  /** @returns what changed; undefined when the member was not there */
  untrack(member: string): PresenceDiff | undefined {
    const before = this.entries.get(member)
    if (!before) return undefined
    this.entries.delete(member)
    return { joins: {}, leaves: { [before.key]: { metas: [before.meta] } } }
  }

  state(): PresenceState {
    const state: Map<string, { metas: Meta[] }> = new Map()
    for (const { key, meta } of this.entries.values()) {
      const same = state.get(key)
      if (same) same.metas.push(meta)
      else state.set(key, { metas: [meta] })
    }
    return Object.fromEntries(state)
  }

  members(): [member: string, key: string, meta: Meta][] {
    return [...this.entries].map(([member, { key, meta }]) => [member, key, meta])
  }
}

/** The name by which channels of one topic find each other; private ones are kept apart from public ones. */
export function topicName(subTopic: string, isPrivate: boolean): string {
  return `${isPrivate ? 'private' : 'public'}:${subTopic}`
}
