import { createStore } from '../store.ts'

/** Pauses between two attempts; from the last on it stays with that. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000]

/** As long as anybody waits for anything without being told. */
export const LATE_MS = 10_000

/** Whether code that somebody waits for has failed or not come in time: what is on screen then says so. */
export const codeIsLate = createStore(false)

type Around = {
  /** @returns whether the server answers at all */
  reach: () => Promise<boolean>
  reload: () => void
  /** Ends after the pause, or as soon as there is a network again. */
  wait: (pause: number) => Promise<void>
}

/**
 * Loads code that nothing can be shown without, and never gives up. For pages that somebody opens by a link, once, on whatever network
 * there is: she would not look for a button.
 *
 * A browser may remember that an import has failed and ask nobody again (HTML, "fetch a single module script"), and after a new release the
 * file may be gone: where the server answers and the code still does not come, the page is loaded anew.
 */
export async function keepLoading<Code>(load: () => Promise<Code>, around: Around = page): Promise<Code> {
  for (let failures = 0; ; failures++) {
    const late = setTimeout(() => codeIsLate.set(true), LATE_MS)
    try {
      const code = await load()
      codeIsLate.set(false)
      return code
    } catch {
      codeIsLate.set(true)
    } finally {
      clearTimeout(late)
    }
    await around.wait(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]!)
    if (failures > 0 && (await around.reach())) around.reload()
  }
}

/** Pauses between attempts at code that nobody waits for. */
const PATIENT_MS = [2_000, 5_000, 15_000, 60_000]

/**
 * Loads code that the page does without until it comes: asked for again after a while, and as soon as there is a network again. Nothing
 * is said, and the page is never loaded anew for it.
 *
 * @param signal ends the asking
 * @returns the code; undefined where the asking was ended before
 */
export async function keepAsking<Code>(
  load: () => Promise<Code>,
  signal: AbortSignal,
  wait: Around['wait'] = page.wait,
): Promise<Code | undefined> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      return await load()
    } catch {
      await wait(PATIENT_MS[Math.min(failures, PATIENT_MS.length - 1)]!)
    }
  }
}

const REACH_WITHIN_MS = 12_000

const page: Around = {
  reach: () =>
    fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(REACH_WITHIN_MS) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  reload: () => location.reload(),
  wait: (pause) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        removeEventListener('online', done)
        resolve()
      }
      const timer = setTimeout(done, pause)
      addEventListener('online', done)
    }),
}
