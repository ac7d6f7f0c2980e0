const LATEST_MS = 1_000

/** Resolves once what is being drawn now can be seen. */
export function afterFrame(): Promise<void> {
  return new Promise((resolve) => {
    // A page in the background draws no frame.
    if (document.visibilityState === 'hidden') return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    // One that goes to the background meanwhile draws none either.
    setTimeout(resolve, LATEST_MS)
  })
}

let painted: Promise<void> | undefined

/**
 * As `afterFrame` of the first one who asks, and from then on at once: what nobody waits for on a first screen asks for its code only then,
 * and takes neither the line nor the processor from what is drawn.
 */
export function afterPaint(): Promise<void> {
  painted ??= afterFrame()
  return painted
}
