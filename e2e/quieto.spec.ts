import type { BrowserContext } from '@playwright/test'
import { screens } from '../scripts/lib/screens.mjs'
import { expect, type Member, test } from './fixtures.ts'
import { REFUSED_LIVE, watchShifts } from './pages/app.ts'
import { invite } from './pages/contacts.ts'
import { addContact, BEA } from './pages/safety.ts'

/*
 * Nothing moves once it is drawn, on any route: she aims at «Llamar al 911», and hits it. Counted by the browser itself (Layout Instability API),
 * on a line on which every answer of the service comes after the page has been drawn without it.
 */

const API = /\/(rest|storage|functions)\/v1\//
/** Later than what is drawn without the answer, sooner than anybody would call it lost. */
const ANSWERS_MS = 350

const late = (context: BrowserContext) =>
  context.route(API, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))
    await route.continue().catch(() => {})
  })

/** Two contacts, one of whom was invited, and something in what Home and the agenda show. */
async function furnish(her: Member): Promise<void> {
  await invite(her)
  await addContact(her, BEA)
  const { error } = await her.client
    .from('agenda_personal')
    .insert({ user_id: her.id, titulo: 'Cita', tipo: 'cita', fecha: '2199-12-31', hora: '17:05' })
  expect(error).toBeNull()
}

test.describe('nothing moves once it is drawn', () => {
  test.use({ expectedErrors: [REFUSED_LIVE] })

  for (const who of ['visitor', 'member', 'admin'] as const) {
    test(`for a ${who}, on a first visit and again`, { tag: '@long' }, async ({
      page,
      context,
      admin,
      makeMember,
      signIn,
    }) => {
      test.setTimeout(600_000)
      const moved = await watchShifts(page)
      if (who === 'member') {
        const her = await makeMember()
        await furnish(her)
        await signIn(page, her)
      } else if (who === 'admin') await signIn(page, admin)
      await late(context)
      const found: Record<string, string[]> = {}
      for (const path of screens()[who])
        for (const visit of ['first', 'again']) {
          await page.goto(path)
          await page.waitForLoadState('networkidle')
          await expect(page.getByText('Cargando…')).toHaveCount(0)
          const shifts = await moved()
          if (shifts.length > 0) found[`${path}, ${visit}`] = shifts
        }
      expect(found).toEqual({})
    })
  }

  test('on her safety, while her contacts are on their way and once they are here', {
    tag: ['@phone', '@long'],
  }, async ({ page, context, makeMember, signIn }) => {
    const her = await makeMember()
    await furnish(her)
    const moved = await watchShifts(page)
    await late(context)
    await signIn(page, her, '/seguridad')
    for (const _ of ['first', 'again']) {
      await expect(page.getByRole('button', { name: 'Probar sin alertar' })).toBeVisible()
      await expect(page.getByText('Bea', { exact: true })).toBeAttached()
      await expect(page.getByText('Cargando…')).toHaveCount(0)
      expect(await moved()).toEqual([])
      await page.goto('/seguridad')
    }
  })
})
