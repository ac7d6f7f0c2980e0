import { findClashes } from '../scripts/lib/geometry.mjs'
import { expect, test } from './fixtures.ts'
import { enterRoom } from './pages/app.ts'
import { makeSala } from './sala.ts'

/** What she reaches for most, the longest list, a room as high as the screen, and what has a calendar; the others: the proof of all screens. */
const ROOMS = ['/', '/seguridad', '/seguridad/apoyo-y-refugios', '/agenda', '/perfil']

const LOOKS = [
  { width: 320, height: 568, letters: 100 },
  { width: 320, height: 256, letters: 100 },
  { width: 360, height: 740, letters: 200 },
  { width: 1280, height: 800, letters: 200 },
]

test('nothing is cut, sticks out or lies over a control on the smallest screens and with letters of twice the size, and the assistant is over nothing', {
  tag: '@long',
}, async ({ page, admin, makeMember, signIn }) => {
  const sala = await makeSala(admin)
  await signIn(page, await makeMember({ username: 'Guadalupe Hernández-Covarrubia' }))
  const found: Record<string, string[]> = {}
  for (const path of [...ROOMS, `/comunidad/sala/${sala.id}`]) {
    await enterRoom(page, path)
    for (const { width, height, letters } of LOOKS) {
      await page.setViewportSize({ width, height })
      await page.evaluate(
        (percent) => document.documentElement.style.setProperty('font-size', `${percent}%`),
        letters,
      )
      await expect(page.getByRole('button', { name: 'Abrir chat con Psicóloga AI' })).toBeVisible()
      // What comes in the meantime moves what is below it.
      let clashes: string[] = []
      await expect(async () => {
        clashes = await findClashes(page, { focus: letters === 200 })
        expect(clashes).toEqual([])
      })
        .toPass({ timeout: 5_000 })
        .catch(() => {})
      // One that fails does not hide what the next ones do.
      if (clashes.length > 0) found[`${path} ${width}x${height}, letters ${letters} %`] = clashes
    }
  }
  expect(found).toEqual({})
})
