/** How old the last answer to her session grows before it asks, while the app is visible; with the step below, a minute at most. */
const CADA_MS = 50_000
const PASO_MS = 10_000
/**
 * A tap or key press asks after this long without an answer, so that a device in use learns within seconds
 * that its session ended.
 */
const USO_MS = 5_000
/** A service that does not answer is asked less often. */
const SIN_RESPUESTA_MS = 30_000
const USOS = ['pointerdown', 'keydown'] as const
/** Asked again no sooner than this, whatever makes it ask. */
const PAUSA_MS = 2_000

/**
 * Asks now and then whether the session still is, so that a screen on which nothing happens learns of its end: every minute while it is
 * looked at, and at once when it is used or looked at again, when the network is back, or when the live
 * connection breaks. `steadySession.ts`
 * interprets the answer.
 *
 * @param askService one light question to the service, as her; does nothing where nobody is signed in
 */
export function createPulso(askService: () => Promise<unknown>) {
  let served = Number.NEGATIVE_INFINITY
  let asked = Number.NEGATIVE_INFINITY

  const ask = () => {
    const now = Date.now()
    if (now - asked < PAUSA_MS || !navigator.onLine) return
    asked = now
    void askService().catch(() => {
      // Without an answer nothing is known, and the next minute asks again.
    })
  }
  const seen = () => {
    if (document.visibilityState === 'visible' && Date.now() - served > PAUSA_MS) ask()
  }

  const used = () => {
    const now = Date.now()
    if (now - served > USO_MS && now - asked > USO_MS) ask()
  }

  return {
    /** The service has just answered for this session: no need to ask for a while. */
    served(): void {
      served = Date.now()
    },
    /** Something gives reason to doubt. */
    doubt: ask,
    /** @returns how to stop */
    start(): () => void {
      const timer = setInterval(() => {
        const now = Date.now()
        if (document.visibilityState !== 'visible' || now - asked < SIN_RESPUESTA_MS) return
        if (now - served >= CADA_MS) ask()
      }, PASO_MS)
      window.addEventListener('online', seen)
      window.addEventListener('pageshow', seen)
      document.addEventListener('visibilitychange', seen)
      for (const use of USOS) document.addEventListener(use, used, { capture: true, passive: true })
      return () => {
        clearInterval(timer)
        window.removeEventListener('online', seen)
        window.removeEventListener('pageshow', seen)
        document.removeEventListener('visibilitychange', seen)
        for (const use of USOS) document.removeEventListener(use, used, { capture: true })
      }
    },
  }
}
