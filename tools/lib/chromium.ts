import { chromium } from '@playwright/test'

/**
 * Switches off what the browser does by itself: updates, services of its vendor, and a sandbox that would
 * need more rights.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts the browser of the tests.
 * @param executablePath without it, the one that Playwright installed
 */
export function launchChromium(executablePath: string | undefined = process.env.CHROMIUM_PATH) {
  return chromium.launch({ executablePath: executablePath || undefined, args: CHROMIUM_ARGS })
}

/**
 * Starts it with a profile of its own, which other programs may drive too.
 * @param folder where the profile lies
 * @param port of the debugging protocol
 */
export function launchProfile(folder: string, port: number, executablePath = process.env.CHROMIUM_PATH) {
  return chromium.launchPersistentContext(folder, {
    executablePath: executablePath || undefined,
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  })
}
