/** How many times slower than this machine the browser is made (`AMPARO_E2E_SLOW=4`). */
export const SLOWER = Number(process.env.AMPARO_E2E_SLOW ?? 1)

/** So many milliseconds of what a browser does, when it is made slower. */
export const paced = (ms: number): number => ms * SLOWER
