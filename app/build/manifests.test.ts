import { readFile } from 'node:fs/promises'
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
  expect(all.size).toBe(2 ** ATAJOS.length)
  expect(new Set([...all.values()].map(({ id, name, start_url }) => `${id} ${name} ${start_url}`)).size).toBe(
    1,
  )
  expect(names('manifest-nada.webmanifest')).toEqual([])
  expect(names('manifest-contactos-llamada.webmanifest')).toEqual(['Contactos', 'Llamada'])
  expect(all.get('manifest-notas-compartir.webmanifest')).toMatchObject({
    shortcuts: [{ name: 'Notas' }],
    // A text in an address would stand in the history.
    share_target: { method: 'POST', action: '/compartir' },
  })
})
