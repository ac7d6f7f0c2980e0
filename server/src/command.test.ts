import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../testing/amparoServer.ts'
import { removeCluster } from './start.ts'

// The command as it is typed, from the sources.

const COMMAND = path.resolve(import.meta.dirname, '../serve.mjs')
const FOLDERS = path.resolve(import.meta.dirname, '../testing/folders')

/** @returns what it printed until `until`, or until its end */
function run(args: string[], until?: RegExp) {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let said = ''
  const reached = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
        if (until?.test(said)) resolve(said)
      })
    ended.then(() => resolve(said))
  })
  return { child, ended, reached }
}

it('serves a folder, at the port of its config.toml, names what is not there, and stops when it is told to', {
  timeout: 120_000,
}, async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'command-'))
  const [project, data] = [path.join(root, 'shop'), path.join(root, 'data')]
  await cp(path.join(FOLDERS, 'shop'), project, { recursive: true })
  const port = String(await freePort())
  const config = path.join(project, 'supabase/config.toml')
  const asked = (await readFile(config, 'utf8')).replace('[api]', `[api]\nport = ${port}`)
  await writeFile(config, `${asked}\n[auth.web3.solana]\nenabled = true\n`)
  const { child, ended, reached } = run(['--project', project, '--data', data], /service_role:/)
  try {
    const said = await reached
    expect(said).toContain(`http://127.0.0.1:${port}`)
    expect(said.match(/^config\.toml: .*$/gm)).toEqual([
      'config.toml: auth.web3.solana.enabled: aquí no hace nada (está apagado).',
    ])
    const key = /anon:\s+(\S+)/.exec(said)![1]!
    const answer = await fetch(`http://127.0.0.1:${port}/rest/v1/products?select=sku&order=sku`, {
      headers: { apikey: key, 'accept-profile': 'catalog' },
    })
    expect(await answer.json()).toEqual([{ sku: 'ink' }, { sku: 'paper' }, { sku: 'pen' }])
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  } finally {
    child.kill('SIGKILL')
    await removeCluster(data)
    await rm(root, { recursive: true, force: true })
  }
})

it('says in one line what is wrong', { timeout: 60_000 }, async () => {
  const { ended, reached } = run(['--project', tmpdir()])
  expect(await reached).toMatch(/^En \S+ no hay config\.toml ni supabase\/config\.toml\.\n$/)
  expect(await ended).toBe(1)
})

it('says how to take another port', { timeout: 60_000 }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const root = await mkdtemp(path.join(tmpdir(), 'command-'))
  try {
    const { ended, reached } = run([
      '--project',
      path.join(FOLDERS, 'todo'),
      '--port',
      String(port),
      '--data',
      root,
    ])
    expect(await reached).toMatch(new RegExp(`^El puerto ${port} .*: elige otro con --port\\.\n$`))
    expect(await ended).toBe(1)
  } finally {
    other.close()
    await rm(root, { recursive: true, force: true })
  }
})
