/** How far something has come: between 0 and 1, null while nobody knows how much there is; undefined while nothing is under way. */
export type Part = number | null | undefined

/** @param onPart told how far it has come */
export type Work<Made> = (signal: AbortSignal, onPart: (part: number | null) => void) => Promise<Made>

export type Transfers = {
  /**
   * Begins one, if none is under way.
   *
   * @param work ends at the signal; what it throws after that is nobody's any more
   * @param handOver is given what was made, unless she has stopped it meanwhile: what must not happen then happens here
   */
  run: <Made>(work: Work<Made>, handOver: (made: Made) => void) => Promise<void>
  stop: () => void
}

/**
 * One long thing at a time, without React. Work that does not listen to its signal, or that was past its last question, still hands
 * nothing over once it was stopped.
 *
 * @param onPart told how far it has come
 */
export function createTransfers(onPart: (part: Part) => void): Transfers {
  let running: AbortController | null = null
  const end = (controller: AbortController) => {
    if (running !== controller) return
    running = null
    onPart(undefined)
  }
  return {
    async run(work, handOver) {
      if (running) return
      const controller = new AbortController()
      const { signal } = controller
      running = controller
      onPart(null)
      try {
        const made = await work(signal, (part) => {
          if (!signal.aborted) onPart(part)
        })
        signal.throwIfAborted()
        handOver(made)
      } catch (failure) {
        if (!signal.aborted) throw failure
      } finally {
        end(controller)
      }
    },
    stop() {
      if (!running) return
      running.abort()
      end(running)
    },
  }
}
