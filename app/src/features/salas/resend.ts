import { toServiceError } from '../../lib/api/errors.ts'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import type { QueueLane } from '../../lib/offline/queueLane.ts'

/** For so long a message that the network cut off is still what she means to say. */
export const SAME_TALK_MS = 5 * 60_000

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 30_000

/** What the network or a busy service kept from arriving; a refusal, or the end of her session, is not. */
function wasCutOff(failure: unknown): boolean {
  const { isOffline, code, status } = toServiceError(failure)
  return isOffline || code === 'request_timeout' || status >= 500 || status === 429
}

/**
 * Sends again by itself what did not arrive, when the network is back and every few seconds, for five minutes from the writing. Meanwhile
 * it stays «no se envió» on screen, and hers to retry or to give up.
 */
export function createResend<Body, Answer>(
  lane: Pick<QueueLane<Body, Answer>, 'get' | 'of' | 'put'>,
  now: () => number = Date.now,
) {
  const waiting = new Set<string>()
  let pause = FIRST_PAUSE_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  function again(): void {
    clearTimeout(timer)
    timer = undefined
    const { owner } = lane.get()
    const entries = owner === null ? new Map<string, Entry<Body>>() : lane.of(owner)
    const ids = [...waiting]
    waiting.clear()
    for (const id of ids) {
      const entry = entries.get(id)
      if (entry?.state === 'held' && isYoung(entry)) void lane.put({ ...entry, state: 'ready' })
    }
  }

  const isYoung = ({ at }: Entry<Body>) => Math.abs(now() - at) < SAME_TALK_MS

  return {
    /** Until when one is sent again by itself; null where it is not. */
    until: ({ id, at }: Pick<Entry<Body>, 'id' | 'at'>): number | null =>
      waiting.has(id) && now() < at + SAME_TALK_MS ? at + SAME_TALK_MS : null,

    /** One did not arrive. */
    note(failure: unknown, entry: Entry<Body>): void {
      if (!wasCutOff(failure) || !isYoung(entry)) {
        waiting.delete(entry.id)
        return
      }
      waiting.add(entry.id)
      if (timer !== undefined) return
      timer = setTimeout(again, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    },

    /** The network is back. */
    now(): void {
      pause = FIRST_PAUSE_MS
      again()
    },
  }
}
