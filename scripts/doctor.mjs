import './lib/env-file.mjs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { examine } from './lib/doctor.mjs'
import { fail, root } from './lib/run.mjs'

/**
 * What an installation lacks, ours or on hosted Supabase: `SUPABASE_URL=https://… SUPABASE_SERVICE_ROLE_KEY=… npm run doctor`. Ends with 1 where
 * something is missing.
 */
const { SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY } = process.env
if (!SUPABASE_URL || !SUPABASE_SERVICE_ROLE_KEY)
  fail('Faltan SUPABASE_URL y SUPABASE_SERVICE_ROLE_KEY, por ejemplo: SUPABASE_URL=https://….supabase.co')
const folder = path.join(root, 'supabase/functions')
const functions = (await readdir(folder, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name)
try {
  const found = await examine({
    url: String(SUPABASE_URL).replace(/\/+$/, ''),
    serviceKey: String(SUPABASE_SERVICE_ROLE_KEY),
    functions,
  })
  for (const { que, bien, falta } of found) console.log(bien ? `bien   ${que}` : `FALTA  ${que}: ${falta}`)
  if (found.some(({ bien }) => !bien)) process.exitCode = 1
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
