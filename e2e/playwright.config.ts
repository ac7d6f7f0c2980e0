import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_ARGS } from '../scripts/lib/chromium.mjs'

const port = Number(process.env.AMPARO_E2E_PORT ?? 8199)

const phone = {
  ...devices['Pixel 5'],
  defaultBrowserType: 'chromium' as const,
  viewport: { width: 360, height: 740 },
}

/** The built product on a database of its own; `scripts/test.mjs` finds a free port and the browser. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine may stall a browser for seconds; the report still names what passed only the second time.
  retries: process.env.CI ? 1 : 0,
  // One more than the cores of a small machine: a page spends most of its time waiting.
  workers: 3,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.AMPARO_E2E_REPORT
    ? [['line'], ['json', { outputFile: process.env.AMPARO_E2E_REPORT }]]
    : [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    // The advice about shared phones has been read; `resguardo.spec.ts` comes as who has not.
    storageState: {
      cookies: [],
      origins: [
        {
          origin: `http://127.0.0.1:${port}`,
          localStorage: [{ name: 'consejos', value: 'registro instalar' }],
        },
      ],
    },
    // Recording every test takes a quarter of the run; `--trace on` records one that is looked into.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_SHELL_PATH || process.env.CHROMIUM_PATH || undefined,
      args: CHROMIUM_ARGS,
    },
  },
  projects: [
    { name: 'phone', use: phone, grepInvert: /@whole/ },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, grepInvert: /@phone|@whole/ },
    // The headless shell has no notifications, PDF viewer or back/forward cache; these tests need the full browser.
    {
      name: 'whole',
      use: {
        ...phone,
        channel: process.env.CHROMIUM_PATH ? undefined : 'chromium',
        launchOptions: { executablePath: process.env.CHROMIUM_PATH || undefined, args: CHROMIUM_ARGS },
      },
      grep: /@whole/,
    },
  ],
  webServer: {
    command: 'node ../scripts/e2e-server.mjs',
    url: `http://127.0.0.1:${port}/healthz`,
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: { PORT: String(port) },
  },
})
