import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleFunction } from './bundle.ts'
import { type FunctionHandler, FunctionLoader } from './load.ts'

/** A folder's function, as one writes it for Supabase's runtime. */
const SOURCE = `import { WebSocket as own } from 'npm:ws@8'
Deno.serve(async () => Response.json({
  asked: [Deno.env.get('SUPABASE_URL'), Deno.env.get('COLOUR'), Deno.env.get('PATH') ?? null],
  all: Deno.env.toObject(),
  sockets: [typeof WebSocket, typeof globalThis.WebSocket, typeof own],
}))
`

let folder: string
let handler: FunctionHandler
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'functions-'))
  await mkdir(path.join(folder, 'functions/one'), { recursive: true })
  await writeFile(path.join(folder, 'functions/one/index.ts'), SOURCE)
  await writeFile(path.join(folder, 'functions/.env'), 'COLOUR=blue\nSUPABASE_URL=mine\n')
  const given = (name: string) => (name.startsWith('SUPABASE_') ? `given ${name}` : undefined)
  const fail = (error: unknown) => {
    throw error
  }
  const loader = new FunctionLoader(folder, given, fail, { target: path.join(folder, 'made'), config: {} })
  handler = await loader.find('one')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a function of a folder', () => {
  it.each([
    ['npm:@acme/parts@^2.1/tools/one.js', 'npm install @acme/parts@^2.1,'],
    ['https://esm.sh/acme-parts@3?target=deno', 'npm install acme-parts@3,'],
    ['jsr:@acme/parts@1/tools', 'npx jsr add @acme/parts@1,'],
    ['acme-parts/tools', 'npm install acme-parts,'],
    ['mapped/tools', 'npm install acme-parts@4,'],
  ])('says what installs a package that it lacks: %s', async (specifier, advice) => {
    const entry = path.join(folder, 'functions/lacking/index.ts')
    await mkdir(path.dirname(entry), { recursive: true })
    await writeFile(entry, `import '${specifier}'`)
    await writeFile(
      path.join(path.dirname(entry), 'deno.json'),
      '{"imports":{"mapped/":"npm:acme-parts@4/"}}',
    )
    await expect(bundleFunction(entry, { target: folder, key: 'x' })).rejects.toThrow(
      `${specifier} is not installed: ${advice} in the folder`,
    )
  })

  it('finds what Supabase’s runtime has: its settings and those of functions/.env, none of the host, and a WebSocket', async () => {
    const response = await handler(new Request('http://localhost/one'))
    expect(await response.json()).toEqual({
      asked: ['given SUPABASE_URL', 'blue', null],
      all: {
        SUPABASE_URL: 'given SUPABASE_URL',
        SUPABASE_ANON_KEY: 'given SUPABASE_ANON_KEY',
        SUPABASE_SERVICE_ROLE_KEY: 'given SUPABASE_SERVICE_ROLE_KEY',
        COLOUR: 'blue',
      },
      sockets: ['function', 'function', 'function'],
    })
  })
})
