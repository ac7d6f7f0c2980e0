import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { root } from './run.mjs'

const pictures = path.join(root, 'test-results/screens')

/**
 * Looks at what a page shows: nothing sticks out sideways, axe finds nothing. A picture lies in `test-results/screens`.
 * @param {import('@playwright/test').Page} page
 * @param {string} name of the picture
 * @param {{ fullPage?: boolean }} [options] `fullPage`: the picture shows what has to be scrolled to, too
 * @returns {Promise<string[]>} what is wrong with it
 */
export async function look(page, name, { fullPage = true } = {}) {
  await mkdir(pictures, { recursive: true })
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const { violations } = await new AxeBuilder({ page }).analyze()
  await page.screenshot({
    path: path.join(pictures, `${name.replaceAll(' ', '-').replaceAll('/', '_')}.png`),
    fullPage,
  })
  return [
    ...(excess > 0 ? [`${excess} px stick out sideways`] : []),
    ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`),
  ]
}
