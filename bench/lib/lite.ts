import { execFile } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { Child, freePort, type Served } from './processes.ts'

export const LITE = '@supabase/lite 0.10.0'
const PACKAGES = {
  '@supabase/lite': '0.10.0',
  '@hono/node-server': '1.19.9',
  postgres: '3.4.9',
}

/**
 * The peer on the same PostgreSQL, installed into a folder of the benchmark's own: Amparo does not depend on it.
 * @param owner how its database is reached as its owner: it reads the accounts itself, and takes on the caller's role after
 * @returns the running child and its address
 */
export async function startLite({
  folder,
  owner,
  jwtSecret,
}: {
  folder: string
  owner: Served['database']
  jwtSecret: string
}): Promise<{ child: Child; url: string }> {
  const manifest = { private: true, type: 'module', dependencies: PACKAGES }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
  })
  const program = path.join(folder, 'lite.server.ts')
  await copyFile(new URL('../lite.server.ts', import.meta.url), program)
  const child = new Child(program, {
    LITE_DATABASE: JSON.stringify(owner),
    LITE_JWT_SECRET: jwtSecret,
    PORT: String(await freePort()),
    DO_NOT_TRACK: '1',
  })
  const { url } = await child.answer<{ url: string }>()
  return { child, url }
}
