import { whenIdle } from './idle.ts'

const LATEST_MS = 1_000

/** How long after a frame the browser may take to say that it is on screen: 33 and 68 ms were seen. */
const WORD_MS = 200

const LARGEST = 'largest-contentful-paint'

/** Resolves once what is being drawn now has been handed over to the screen. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    // A page in the background draws no frame.
    if (document.visibilityState === 'hidden') return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    // One that goes to the background meanwhile draws none either.
    setTimeout(resolve, LATEST_MS)
  })
}

/**
 * Resolves once the browser has shown something larger than all before it, or `WORD_MS` after the next frame, since a page may show nothing
 * larger; at once after that frame where a browser says no such thing, or once she touches the page: what she presses waits for nobody.
 */
async function afterLargest(): Promise<void> {
  const asked = performance.now()
  const over = new AbortController()
  const { signal } = over
  const seen = new Promise<void>((resolve) => {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes(LARGEST)) return resolve()
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ startTime }) => startTime >= asked)) resolve()
    })
    observer.observe({ type: LARGEST })
    signal.addEventListener('abort', () => observer.disconnect())
    for (const touch of ['pointerdown', 'keydown'])
      addEventListener(touch, () => resolve(), { capture: true, signal })
  })
  await afterFrame()
  await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, WORD_MS))])
  over.abort()
}

/** Runs something once the first screen can be seen and the page is idle. @returns takes it back */
export function whenIdleAfterPaint(work: () => void): () => void {
  let over = false
  let takeBack = () => {}
  void afterPaint().then(() => {
    if (!over) takeBack = whenIdle(work)
  })
  return () => {
    over = true
    takeBack()
  }
}

let painted: Promise<void> | undefined

/**
 * Resolves once the first screen can be seen, counted from the first one who asks, and from then on at once: what nobody waits for there asks for
 * its code only then, and takes neither bandwidth nor the processor from what is drawn. A prerendered page (`prerenderedPage.ts`) is seen
 * already.
 */
export function afterPaint(): Promise<void> {
  // Unit tests run without a browser.
  if (!globalThis.document) return Promise.resolve()
  painted ??= document.getElementById('prerendered') ? afterFrame() : afterLargest()
  return painted
}
