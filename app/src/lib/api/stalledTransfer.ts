/** A file of which nothing comes or goes for so long is given up: the network went without a word, as on a train. */
export const SILENCE_MS = 30_000

/**
 * Watches over something that may take as long as it likes, but not without a sign of life.
 *
 * @param giveUp called once, after {@link SILENCE_MS} without one
 * @returns `heard`, to be called at each sign, and `stop`
 */
export function watchSilence(giveUp: () => void): { heard: () => void; stop: () => void } {
  let timer = setTimeout(giveUp, SILENCE_MS)
  const stop = () => clearTimeout(timer)
  return {
    heard() {
      stop()
      timer = setTimeout(giveUp, SILENCE_MS)
    },
    stop,
  }
}
