import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { importsOf } from './lib/imports.mjs'

/*
 * The code of the panic button comes first and must work when nothing else has arrived. Whatever it imports comes with it, so each
 * part of the room that it needs is named here, of the alarm even each file. Imports between folders are the linter's
 * (imports.test.ts); the parts of one room it leaves free.
 */

const room = path.resolve(import.meta.dirname, '../app/src/features/seguridad')

it('the panic button needs no other part of its room than contacts, position and the queue of the alarm', () => {
  const sources = readdirSync(path.join(room, 'panico'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  const needed = sources.flatMap((source) => {
    const file = path.join(room, 'panico', source)
    return importsOf(file, readFileSync(file, 'utf8'))
      .map((name) => path.relative(room, path.resolve(path.dirname(file), name)))
      .filter((target) => !/^(\.\.|panico)\//.test(target))
      .map((target) => (target.startsWith('alarma/') ? target : target.split('/')[0]))
  })
  expect([...new Set(needed)].sort()).toEqual(['alarma/unheard.ts', 'contactos', 'posicion'])
})
