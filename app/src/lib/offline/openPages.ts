import { uuid } from '../random.ts'

/** The pages of the app that are open on this device, of which this is one. */
export type Pages = {
  /** What this page is called; another one after each reload. */
  own: string
  /** Whether another page is gone, so that what it left may be taken up. */
  isOver: (page: string) => Promise<boolean>
}

/** One that was just reloaded lets go of its lock within milliseconds. */
const PATIENCE_MS = 300

const lockOf = (page: string) => `hoja ${page}`

/**
 * The pages, told apart by a lock that each holds for as long as it lives (Web Locks API): the browser lets go of it even where the page
 * crashes. Where there are no locks every other page counts as gone: this one goes on with what it is writing.
 *
 * @param locks the browser's; undefined where it has none, or the address is not a secure one
 */
export function pagesOf(locks: LockManager | undefined): Pages {
  const own = uuid()
  // Never let go of: the end of the page does it.
  locks?.request(lockOf(own), () => new Promise(() => {})).catch(() => {})
  return {
    own,
    async isOver(page) {
      if (!locks || page === own) return page !== own
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), PATIENCE_MS)
      return (
        locks
          .request(lockOf(page), { signal: patience.signal }, () => true)
          // Given up: another page holds it.
          .catch(() => false)
          .finally(() => clearTimeout(timer))
      )
    },
  }
}
