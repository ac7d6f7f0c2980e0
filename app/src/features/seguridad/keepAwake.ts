/**
 * Keeps the screen from going dark, as long as the browser lets it: asked for again whenever she comes back to the page,
 * since a hidden page loses it. Call it from within a tap the first time: iOS asks for a user gesture.
 *
 * @returns lets the screen sleep again
 * @see https://www.w3.org/TR/screen-wake-lock/
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined
  let over = false
  const ask = () => {
    if (document.visibilityState !== 'visible') return
    navigator.wakeLock
      ?.request('screen')
      .then((granted) => {
        if (over) return granted.release()
        lock = granted
      })
      // Low battery, or not supported: the screen turns off as usual.
      .catch(() => {})
  }
  ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    over = true
    document.removeEventListener('visibilitychange', ask)
    // The browser has let go of it already.
    void lock?.release().catch(() => {})
  }
}
