const LATEST_MS = 1_000

let painted: Promise<void> | undefined

/**
 * Resolves once what is being drawn now can be seen, and from then on at once: what nobody waits for on a first screen asks for its code only then,
 * and takes neither the line nor the processor from what is drawn.
 */
export function afterPaint(): Promise<void> {
  painted ??= new Promise((resolve) => {
    // A page in the background draws no frame.
    if (document.visibilityState === 'hidden') return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    // One that goes to the background meanwhile draws none either.
    setTimeout(resolve, LATEST_MS)
  })
  return painted
}
