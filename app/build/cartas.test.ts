import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = new URL('../src/features/holistica/cartas/', import.meta.url)

it('the tarot is 22 drawings and a back, each under 8 KB, and none loads anything', () => {
  const files = readdirSync(folder)
  expect(files).toHaveLength(23)
  for (const name of files) {
    const file = fileURLToPath(new URL(name, folder))
    expect(statSync(file).size, name).toBeLessThan(8 * 1024)
    const text = readFileSync(file, 'utf8').replaceAll('http://www.w3.org/2000/svg', '')
    expect(text, name).not.toMatch(/http|<script|<image|<style|@import|href/)
  }
})
