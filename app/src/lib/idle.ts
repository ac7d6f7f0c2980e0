/** Does something once the page has nothing better to do, two seconds from now at the latest. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2000 })
  else setTimeout(work, 200)
}

/** True where she has asked her browser to spare data. */
export function sparesData(): boolean {
  return Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
}
