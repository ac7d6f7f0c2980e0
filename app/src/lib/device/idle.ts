/** Runs something once the page is idle, two seconds from now at the latest. @returns takes it back */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const asked = window.requestIdleCallback(work, { timeout: 2000 })
    return () => window.cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 200)
  return () => clearTimeout(timer)
}
