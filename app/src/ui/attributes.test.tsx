import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CorreoInput } from './Field.tsx'

/*
 * Attributes that say «false»: where Preact is given the value `false` it leaves them out, and the browser's own choice is the other one
 * (record 460). A browser that checks the spelling of a diary may send it to whoever made the browser.
 */

const source = path.resolve(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx$/.test(file))

it('are given as a word', () => {
  const given = files.flatMap((file) => {
    const text = readFileSync(path.join(source, file), 'utf8')
    return [...text.matchAll(/\b(spellCheck|contentEditable|draggable|autoCorrect)=(\S+)/g)]
      .filter(([, , value]) => !value!.startsWith('"'))
      .map(([all]) => `${file}: ${all}`)
  })
  expect(given).toEqual([])
  expect(files.length).toBeGreaterThan(200)
})

it('stand in what is drawn', () => {
  expect(renderToStaticMarkup(<CorreoInput />)).toMatch(/spellcheck="false"/i)
})
