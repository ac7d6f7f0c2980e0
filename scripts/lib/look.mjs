import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { findClashes } from './geometry.mjs'
import { root } from './run.mjs'

const pictures = path.join(root, 'test-results/screens')

/** Rules of WCAG 2.2 AA that axe leaves out unless it is asked: 2.5.8, and 2.5.3, which is called experimental. */
const ALSO = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }

/**
 * Looks at what a page shows: by geometry (`geometry.mjs`) and with axe. A picture lies in `test-results/screens`.
 * @param {import('@playwright/test').Page} page
 * @param {string} name of the picture
 * @param {{ fullPage?: boolean, axe?: boolean, focus?: boolean }} [options] `fullPage`: the picture shows what has to be scrolled to,
 * too; `axe`: whose findings do not depend on the size of the letters; `focus`: goes through everything that the keyboard reaches
 * @returns {Promise<string[]>} what is wrong with it
 */
export async function look(page, name, { fullPage = true, axe = true, focus = true } = {}) {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({
    path: path.join(pictures, `${name.replaceAll(' ', '-').replaceAll('/', '_')}.png`),
    fullPage,
  })
  const clashes = await findClashes(page, { focus })
  if (!axe) return clashes
  const { violations } = await new AxeBuilder({ page }).options({ rules: ALSO }).analyze()
  return [...clashes, ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)]
}
