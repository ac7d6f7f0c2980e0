/**
 * Work of which one round runs at a time. Asked for while a round runs, it runs once more right after: what was changed
 * before the call is always seen by a round that begins after it.
 *
 * @param work one round; whatever it needs it looks up when it begins
 * @returns asks for a round; resolves once no round is wanted any more, rejects when one fails
 */
export function inRounds(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let wanted = false

  async function run(): Promise<void> {
    try {
      do {
        wanted = false
        await work()
      } while (wanted)
    } finally {
      // In the same step as the last look at `wanted`: with a `.finally()` a call could fall between the two, and be lost.
      running = undefined
    }
  }

  return () => {
    if (running) wanted = true
    else running = run()
    return running
  }
}
