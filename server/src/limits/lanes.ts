import type { QueueLimits } from './fairQueue.ts'

/** What a request may ask: whatever is not more than that, what can take long, and what must never wait behind others. */
export type LaneName = 'common' | 'heavy' | 'urgent'

export interface LaneSettings extends QueueLimits {
  connections: number
  /** How far its work stands back behind that of the server itself, where both share a machine. */
  niceness: number
  /**
   * Whether each session of a member waits for itself, within her turn: somebody else who is signed in as her can then
   * fill another queue, never hers.
   */
  bySession?: boolean
  /** Longest time that one statement may take, by role. Others take the database's own. */
  timeouts: Readonly<Record<string, string>>
}

/**
 * Each lane has its own connections, so that one that is full stops none of the others. Timeouts of the common one are
 * Supabase's defaults; what may be heavy gets less time, the more so as its plan was found cheap before it ran.
 */
export const LANES: Readonly<Record<LaneName, LaneSettings>> = {
  common: {
    connections: 10,
    niceness: 15,
    timeouts: { anon: '3s', authenticated: '8s' },
    places: 3,
    waiting: 24,
    networkShare: 3,
    visitorShare: 2,
  },
  heavy: {
    connections: 2,
    niceness: 17,
    timeouts: { anon: '1s', authenticated: '2s' },
    places: 1,
    waiting: 6,
    networkShare: 2,
    visitorShare: 1,
  },
  urgent: {
    connections: 6,
    // Before all others of the database, and behind the server itself: six backends of a member who fills this lane, each with the weight
    // of the whole server, would leave a seventh of the machine to the hashing of passwords.
    niceness: 7,
    bySession: true,
    timeouts: { anon: '3s', authenticated: '5s' },
    // Five for those who ask, of which one network has four at most; the sender of alerts, who works for everybody, has one.
    places: 3,
    sessionPlaces: 2,
    serverPlaces: 1,
    waiting: 16,
    networkShare: 4 / 3,
    visitorShare: 4 / 3,
  },
}
