/*
 * The code of the last answer that failed. What she is told of a failure mostly has words of its own and knows nothing of the answer: whatever
 * says that something failed right after it is taken to be about it.
 */

const RIGHT_AFTER_MS = 1_000

let last = { codigo: '', at: Number.NEGATIVE_INFINITY }

/** The service failed, and its log has a line with this code. */
export function failedWith(codigo: string): void {
  last = { codigo, at: Date.now() }
}

/** The code of what failed just now; undefined where nothing did. */
export function justFailed(): string | undefined {
  return Date.now() - last.at < RIGHT_AFTER_MS && last.codigo ? last.codigo : undefined
}

let write: ((codigo: string) => void) | undefined

/**
 * A failure with a code offers to write to the team, while somebody there can read it.
 *
 * @param go opens the page for it, with the code
 * @returns ends the offer
 */
export function offerWriting(go: (codigo: string) => void): () => void {
  write = go
  return () => {
    if (write === go) write = undefined
  }
}

/** The button that leads there; undefined where nothing failed with a code, or nobody can write. */
export function offerFor(codigo: string | undefined): { label: string; onClick: () => void } | undefined {
  const go = write
  return codigo && go ? { label: 'Escribir al equipo', onClick: () => go(codigo) } : undefined
}
