/** Pauses before another try; a worker is given about half a minute. */
const PAUSES_MS = [0, 1000, 3000, 9000]

/** Tries until it works, or as often as there is time for. A try that throws did not work. */
export async function retry(attempt: () => Promise<boolean>): Promise<void> {
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (await attempt().catch(() => false)) return
  }
}
