import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const app = join(import.meta.dirname, '..')
const head = await readFile(join(app, 'index.html'), 'utf8')

it('says in neutral words what this is, and what it is called on an Apple telephone', () => {
  expect(head).toMatch(/<meta name="description" content="Notas, citas y contactos\." \/>/)
  expect(head).toMatch(/<meta name="apple-mobile-web-app-title" content="Mi espacio" \/>/)
  expect(head).toMatch(/<link rel="apple-touch-icon" href="\/icono-apple\.png" \/>/)
})

it('has an Apple icon that nothing shines through: where it is clear, that telephone paints black', async () => {
  const png = await readFile(join(app, 'public/icono-apple.png'))
  const COLOUR_TYPE = 25
  // Greys and colours without alpha; a palette may carry clear ones in a block of its own.
  expect([0, 2, 3]).toContain(png[COLOUR_TYPE])
  expect(png.includes('tRNS')).toBe(false)
})

it('trembles for her alert and for the call that saves her, and for nothing else', async () => {
  const files = (await readdir(join(app, 'src'), { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  const trembles: string[] = []
  for (const name of files)
    if (/navigator\.vibrate/.test(await readFile(join(app, 'src', name), 'utf8'))) trembles.push(name)
  for (const name of trembles) expect(name).toMatch(/^features\/seguridad\/(?:panico|llamadaSegura)\//)
  expect(trembles.length).toBeGreaterThan(0)
})

it('asks the browser to keep what is hers once she is in', async () => {
  expect(await readFile(join(app, 'src/layout/useSettleIn.ts'), 'utf8')).toContain(
    'navigator.storage?.persist',
  )
})
