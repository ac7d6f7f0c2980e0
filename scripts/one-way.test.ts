import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '../app/src')

/** Every source of the app, or of a folder beside it, with its path from `app/src`. */
async function sources(folder = '.'): Promise<[file: string, text: string][]> {
  const from = path.join(source, folder)
  const files = (await readdir(from, { recursive: true })).filter((file) => /\.tsx?$/.test(file))
  return Promise.all(
    files.map(
      async (file): Promise<[string, string]> => [
        path.posix.join(folder, file),
        await readFile(path.join(from, file), 'utf8'),
      ],
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
  // A test that puts another in the client's place goes no way past it.
  const replaced = /vi\.mock\(['"][^'"]*client\.ts['"]/g
  const past = all.filter(
    ([file, text]) => !file.startsWith('data/') && PAST.some((way) => way.test(text.replace(replaced, ''))),
  )
  expect(past.map(([file]) => file)).toEqual([])
  // A pattern that sees nothing finds nothing.
  expect(
    all.filter(([file, text]) => file.startsWith('data/') && PAST[0]!.test(text)).length,
  ).toBeGreaterThan(2)
})

/** Requests of one's own beside `data/`, none of them a call of the service, each with an end in time. */
const FETCHED: Readonly<Record<string, string>> = {
  'features/biblioteca/lecturas.ts': 'a file, which may be a book of the house',
  'features/cuenta/cuenta.ts': 'the address of an identity provider, tried before the app is left for it',
  'features/seguridad/llamadaSegura/llamadaSegura.ts': 'a sound of the app',
  'features/seguridad/simulacro/simulacro.ts': 'whether the house is there at all',
  'lib/device/keepLoading.ts': 'whether the house answers while code of its own does not come',
  'lib/device/quickExit.ts': 'whether the house answers before the page is left',
  'lib/installation/config.ts': 'the public settings, without which there is no client',
}

it('whoever else asks something of the network says what, and why not through data/', async () => {
  const asking = (await sources()).filter(
    ([file, text]) =>
      !/^data\/|\.test\./.test(file) &&
      /\bfetch\(|XMLHttpRequest|sendBeacon|EventSource|new WebSocket/.test(text),
  )
  expect(asking.length).toBeGreaterThan(4)
  expect(asking.map(([file]) => file).filter((file) => !(file in FETCHED))).toEqual([])
})

const isForTests = (file: string) => /\.test\.|(^|\/)testing\//.test(file)

/** For each source of the app that another one or the build imports, those that do; tests are none of them. */
async function users(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const [file, text] of [...(await sources()), ...(await sources('../build'))]) {
    if (isForTests(file)) continue
    for (const [, way = ''] of text.matchAll(/(?:from|import\(?)\s*'(\.[^'?]+)/g)) {
      const target = path.posix.join(path.posix.dirname(file), way).replace(/^\.\.\/src\//, '')
      found.set(target, [...(found.get(target) ?? []), file])
    }
  }
  return found
}

it('what one room alone uses lives there: lib/ and ui/ hold what several share', async () => {
  const room = (file: string) => /^features\/[^/]+/.exec(file)?.[0]
  const all = [...(await users())].filter(([file]) => /^(lib|ui)\//.test(file))
  expect(all.length).toBeGreaterThan(50)
  const strays = all.filter(([, by]) => room(by[0]!) && by.every((file) => room(file) === room(by[0]!)))
  expect(strays.map(([file, [first]]) => `${file} is ${room(first!)}'s`)).toEqual([])
})

it('no source is left over: each is imported by another', async () => {
  const known = await users()
  const begins =
    /\.test\.|\.d\.ts$|^(main\.tsx|auxilio\.ts|umbral\/(ahead\.ts|first\.ts|later\.ts|place\.ts|render\.tsx))$/
  const left = (await sources())
    .map(([file]) => file)
    .filter((file) => !begins.test(file) && !isForTests(file) && !known.has(file))
  expect(left).toEqual([])
})

it('the panic button needs no other part of its room than contacts, position and the queue of the alarm', async () => {
  const part = (file: string) => /^features\/seguridad\/([^/]+)/.exec(file)?.[1]
  const needed = [...(await users())].flatMap(([file, by]) =>
    by.some((user) => part(user) === 'panico') ? (part(file) === 'alarma' ? file : (part(file) ?? [])) : [],
  )
  expect([...new Set(needed)].sort()).toEqual([
    'contactos',
    'features/seguridad/alarma/unheard.ts',
    'panico',
    'posicion',
  ])
})
