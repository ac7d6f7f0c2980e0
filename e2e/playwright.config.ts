import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS } from '../tools/lib/chromium.ts'
import { paced } from './pace.ts'

const port = Number(process.env.AMPARO_E2E_PORT ?? 8199)

const phone = {
  ...devices['Pixel 5'],
  defaultBrowserType: 'chromium' as const,
  viewport: { width: 360, height: 740 },
  // Seven times as many dots would only be drawn by the processor; no test looks at them.
  deviceScaleFactor: 1,
}

const whole = {
  ...phone,
  serviceWorkers: 'allow' as const,
  channel: process.env.CHROMIUM_PATH ? undefined : 'chromium',
  launchOptions: { executablePath: process.env.CHROMIUM_PATH || undefined, args: CHROMIUM_ARGS },
}
/** Files whose tests start a server or a browser of their own (`push.ts`, `ownServer.ts`): one worker after the other starts each once. */
const OWN_SERVER =
  /\/(administradora|alarma-entera|compilacion-de-desarrollo|confianza|devolucion|identidad|legal|llamada|planes|rastro)\.spec\.ts$/

/** The built product on a database of its own; `npm test` finds a free port and the browser. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // `npm test` gives a journey a second try, and names it as flaky at the end: a fault to be found all the same.
  retries: 0,
  // One more than the cores of a small machine: a page spends most of its time waiting.
  workers: 3,
  // Ends a test that hangs; how fast anything is says `bench/`. The longest take a minute and more beside another whole run.
  timeout: paced(120_000),
  expect: { timeout: paced(10_000) },
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // Nothing here is about motion.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // The service worker fetches the whole app once more for every test; who needs it says `test.use({ serviceWorkers: 'allow' })`.
    serviceWorkers: 'block',
    // Recording every test takes a quarter of the run; `--trace on` records one that is looked into.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_SHELL_PATH || process.env.CHROMIUM_PATH || undefined,
      args: [
        ...CHROMIUM_ARGS,
        // Fewer processes: none for drawing, and none more where a page leads to another site.
        ...['--in-process-gpu', '--disable-site-isolation-trials'],
        // A page that lives for seconds never earns back what it costs to make its code faster, or what threads cost that share two cores.
        ...['--js-flags=--no-opt --no-maglev --single-threaded-gc', '--num-raster-threads=1'],
      ],
    },
  },
  // A journey runs once: on a phone unless its tag says otherwise.
  projects: [
    // First, since they are the longest.
    { name: 'own server', testMatch: OWN_SERVER, workers: 1, use: phone, grepInvert: /@whole|@desktop/ },
    // The headless shell has no notifications, PDF viewer or back/forward cache; these tests need the full browser.
    { name: 'full browser', use: whole, workers: 1, grep: /@whole/ },
    { name: 'phone', testIgnore: OWN_SERVER, use: phone, grepInvert: /@whole|@desktop/ },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, grep: /@desktop/ },
  ],
  webServer: {
    command: 'node ../server/dist/e2e-server.js',
    url: `http://127.0.0.1:${port}/healthz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(port) },
  },
})
