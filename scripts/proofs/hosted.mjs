import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { root, run } from '../lib/run.mjs'

/**
 * What hosted Supabase would make of this folder, as far as one machine can tell: every function checked and run in Deno, an alert handed over
 * from there, and the database made by Supabase's own command-line tool. Both come from npm, 230 MB, which no other command needs; so
 * they are no dependencies (record 306).
 */
const TOOLS = { deno: '2.9.6', supabase: '3.1.0' }

const folder = path.join(root, 'node_modules/.cache/hosted')
await mkdir(folder, { recursive: true })
const packages = Object.entries(TOOLS).map(([name, version]) => `${name}@${version}`)
const installed = await run('npm', [
  'install',
  '--prefix',
  folder,
  '--no-save',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  ...packages,
])
const platform = `linux-${process.arch}`
const tools = {
  DENO: path.join(folder, `node_modules/@deno/${platform}-glibc/deno`),
  SUPABASE_CLI: path.join(folder, `node_modules/@supabase/cli-${platform}/bin/supabase`),
}
const missing = Object.values(tools).filter((file) => !existsSync(file))
if (installed !== 0 || missing.length > 0) {
  console.error(`not to be had here: ${missing.join(', ') || packages.join(', ')}`)
  process.exit(1)
}
process.exit(
  await run(
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      'scripts/hosted.test.ts',
      'supabase/tests/hosted.test.ts',
    ],
    { env: { ...process.env, ...tools, DENO_CACHE: path.join(folder, 'deno') } },
  ),
)
