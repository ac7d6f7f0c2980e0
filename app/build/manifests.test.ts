import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ATAJOS } from '../src/lib/device/atajos.ts'
import { manifestsOf } from './manifests.ts'

const base = JSON.parse(await readFile(join(import.meta.dirname, '../public/manifest.webmanifest'), 'utf8'))
const all = manifestsOf(base)
const names = (of: string) => all.get(of)?.shortcuts.map(({ name }) => name)

it('without a choice of hers there is nothing that shares, and the file in `public/` says so too', () => {
  expect(all.get('manifest.webmanifest')).toEqual(base)
  expect(base).not.toHaveProperty('share_target')
})

it('has one for each choice, and every one is the same app', () => {
  expect(all.size).toBe(3 * 2 ** ATAJOS.length)
  expect(new Set([...all.values()].map(({ id, start_url }) => `${id} ${start_url}`)).size).toBe(1)
  expect(names('manifest-espacio-nada.webmanifest')).toEqual([])
  expect(names('manifest-carta-contactos-llamada.webmanifest')).toEqual(['Contactos', 'Llamada'])
  expect(all.get('manifest-espacio-notas-compartir.webmanifest')).toMatchObject({
    shortcuts: [{ name: 'Notas' }],
    // A text in an address would stand in the history.
    share_target: { method: 'POST', action: '/compartir' },
  })
})

it('by another name it has another icon in every size, and says nothing of what it is', async () => {
  const files = await readdir(join(import.meta.dirname, '../public'))
  const manifests = [...all.values()]
  expect(new Set(manifests.map(({ name, short_name }) => `${name} ${short_name}`))).toEqual(
    new Set(['Mi espacio Mi espacio', 'Carta del día Carta del día', 'Agenda Agenda']),
  )
  for (const { icons } of manifests) {
    expect(icons).toHaveLength(base.icons.length)
    for (const { src } of icons) expect(files).toContain(src.slice(1))
  }
  for (const icono of ['', '-carta', '-agenda']) expect(files).toContain(`icono${icono}-apple.png`)
  expect(JSON.stringify(manifests)).not.toMatch(/amparo|violencia|pánico/i)
})
