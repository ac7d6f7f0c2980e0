/** Runs something once the page is idle, two seconds from now at the latest. @returns takes it back */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = window.requestIdleCallback(work, { timeout: 2000 })
    return () => window.cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 200)
  return () => clearTimeout(timer)
}

/** True on a slow or costly connection: the browser's data saver is on, or the line is as one of the third generation. `build/sw.js` asks the same. */
export function sparesData(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } }
  return Boolean(connection?.saveData) || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
}
