import { readFileSync } from 'node:fs'
import { afterAll, expect, vi } from 'vitest'

/*
 * Test files of the app share a worker, and with it what they have loaded. What a file has loaded with stand-ins in it would be found like
 * that by the next one, whichever that is, and what an earlier one has loaded without them would be found by that file: so everything is
 * forgotten before and after each file that has any. Globals and the clock are the real ones again for the next file too.
 */
const { testPath } = expect.getState()
afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
if (testPath && readFileSync(testPath, 'utf8').includes('vi.mock(')) {
  vi.resetModules()
  afterAll(() => vi.resetModules())
}
