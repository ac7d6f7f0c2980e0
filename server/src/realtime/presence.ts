import { randomBytes } from 'node:crypto'

/** What one tracked client says of herself, with the reference that tells her entries apart. */
export type Meta = { phx_ref: string; phx_ref_prev?: string } & Record<string, unknown>
export type PresenceState = Record<string, { metas: Meta[] }>
export interface PresenceDiff {
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
export class Presence {
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
