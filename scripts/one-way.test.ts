import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '../app/src')

/** Every source of the app, with its path from `app/src`. */
async function sources(): Promise<[file: string, text: string][]> {
  const files = (await readdir(source, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  return Promise.all(
    files.map(
      async (file): Promise<[string, string]> => [file, await readFile(path.join(source, file), 'utf8')],
    ),
  )
}

/** Ways past `data/ask.ts`: the client itself, its package, or a request of one's own to one of the service's doors. */
const PAST = [
  /['"](?:\.{1,2}\/)+(?:data\/)?client\.ts['"]/,
  /['"]@supabase\//,
  /fetch\([^)]*(?:auth|rest|storage|functions)\/v1/,
]

it('only data/ knows the client: every other call of the app goes through it', async () => {
  const all = await sources()
  expect(all.length).toBeGreaterThan(400)
  const past = all.filter(([file, text]) => !file.startsWith('data/') && PAST.some((way) => way.test(text)))
  expect(past.map(([file]) => file)).toEqual([])
  // A pattern that sees nothing finds nothing.
  expect(
    all.filter(([file, text]) => file.startsWith('data/') && PAST[0]!.test(text)).length,
  ).toBeGreaterThan(2)
})
