import { findClashes } from '../scripts/lib/geometry.mjs'
import { SALA, screens } from '../scripts/lib/screens.mjs'
import { expect, test } from './fixtures.ts'
import { makeSala } from './sala.ts'

/** Every room of hers and every page of a visitor's; the team's, dark ones and other states: the proof of all screens. */
const { member: MEMBER, visitor: VISITOR } = screens()

const LOOKS = [
  { width: 320, height: 568, letters: 100 },
  { width: 320, height: 256, letters: 100 },
  { width: 360, height: 740, letters: 130 },
  { width: 360, height: 740, letters: 150 },
  { width: 360, height: 740, letters: 200 },
  { width: 1280, height: 800, letters: 200 },
]

for (const { width, height, letters } of LOOKS) {
  test(`nothing is cut, sticks out or lies over a control, and the assistant is over nothing: ${width} by ${height}, letters of ${letters} %`, {
    tag: '@long',
  }, async ({ page, admin, makeMember, signIn }) => {
    test.setTimeout(300_000)
    const sala = await makeSala(admin)
    await page.setViewportSize({ width, height })
    await page.addInitScript((percent) => {
      const enlarge = () => document.documentElement?.style.setProperty('font-size', `${percent}%`)
      enlarge()
      new MutationObserver(enlarge).observe(document, { childList: true })
    }, letters)
    const found: Record<string, string[]> = {}
    const lookAt = async (who: string, path: string) => {
      await page.goto(path.replace(SALA, sala.id))
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // What comes in the meantime moves what is below it.
      let clashes: string[] = []
      await expect(async () => {
        clashes = await findClashes(page, { focus: letters === 200 })
        expect(clashes).toEqual([])
      })
        .toPass({ timeout: 5_000 })
        .catch(() => {})
      // One that fails does not hide what the next ones do.
      if (clashes.length > 0) found[`${who} ${path}`] = clashes
    }
    for (const path of VISITOR) await lookAt('visitor', path)
    await signIn(page, await makeMember({ username: 'Guadalupe Hernández-Covarrubia' }))
    for (const path of MEMBER) await lookAt('member', path)
    expect(found).toEqual({})
  })
}
