import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { screens } from '../../tools/lib/screens.ts'
import { test as base, expect } from '../fixtures.ts'
import { freePort, openServer } from '../ownServer.ts'
import { enterPage, REFUSED_LIVE } from '../pages/app.ts'
import { makeSala } from '../sala.ts'

/*
 * React's development build, which no other browser test opens: it warns in the console, where `fixtures.ts` takes every error for a failure,
 * and StrictMode mounts each component twice, so that an effect which does not begin again where it ended is seen.
 */

const root = path.resolve(import.meta.dirname, '../..')

const test = base.extend<object, { strict: string }>({
  strict: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see that nothing is used.
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'amparo-strict-'))
      const vite = path.join(root, 'node_modules/vite/bin/vite.js')
      await promisify(execFile)(
        process.execPath,
        [vite, 'build', 'app', '--outDir', folder, '--logLevel=error'],
        {
          cwd: root,
          env: { ...process.env, NODE_ENV: 'development' },
        },
      )
      const url = `http://127.0.0.1:${await freePort()}`
      const server = await openServer(url, { AMPARO_E2E_APP: folder })
      await use(url)
      await server.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ strict }, use) => use(strict),
})

test.use({ expectedErrors: [REFUSED_LIVE] })

const titled = (page: Page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()

const { visitor, member, admin: team } = screens()

test('every page of a visitor, and the page of a contact', async ({ page }) => {
  for (const at of visitor) {
    await page.goto(at)
    await titled(page)
  }
  await test.step("a contact's page follows its alert", async () => {
    await page.route('**/rest/v1/rpc/ver_alerta', (route) =>
      route.fulfill({ json: { estado: 'abierta', nombre: 'Ana', pulsada_hace_s: 60 } }),
    )
    await page.goto('/alerta/Zk3_aB9-cD4eF5gH6iJ7kL8mN0pQ1rS2')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana pide ayuda')
  })
})

test('every screen of a member, every screen of the team, and a call', async ({ page, admin, signIn }) => {
  for (const [who, paths] of [
    ['bea', member],
    ['carla', team],
  ] as const) {
    await signIn(page, { ...admin, email: `${who}@amparo.test` })
    for (const at of paths) {
      await enterPage(page, at)
      await titled(page)
    }
  }
  await test.step('a call stands, and the service has her in it', async () => {
    await page.clock.install()
    await page.goto(`/llamada/abrir/${(await makeSala(admin, 'cafe_virtual')).id}`)
    await page.getByRole('button', { name: 'Entrar a la llamada' }).click()
    await expect(page.getByRole('button', { name: 'Micrófono' })).toBeVisible()
    const stays = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().includes('/presentes_llamada'),
    )
    await page.clock.runFor(13_000)
    expect(await (await stays).json()).toHaveLength(1)
  })
})
