import './lib/env-file.ts'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { canWriteBackups } from '../server/src/backups.ts'
import { ownServer, readSettings } from '../server/src/ownerAccess.ts'
import { examine, examineLog, examineSettings } from './lib/doctor.ts'
import { comparePrices } from './lib/precios.ts'
import { PRODUCT } from './lib/product.ts'
import { fail, root } from './lib/run.ts'

/**
 * What an installation lacks: the one of this machine, with nothing set, or another or a hosted project with
 * `SUPABASE_URL=https://… SUPABASE_SERVICE_ROLE_KEY=… npm run doctor`. Ends with 1 where something is missing.
 */
const { SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY } = process.env
if (Boolean(SUPABASE_URL) !== Boolean(SUPABASE_SERVICE_ROLE_KEY))
  fail(
    'SUPABASE_URL y SUPABASE_SERVICE_ROLE_KEY van juntas; sin ninguna se revisa la instalación de esta máquina.',
  )
const folder = path.join(root, 'supabase/functions')
const functions = (await readdir(folder, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
  .map(({ name }) => name)
try {
  const target = SUPABASE_URL
    ? { url: SUPABASE_URL.replace(/\/+$/, ''), serviceKey: String(SUPABASE_SERVICE_ROLE_KEY), isOurs: false }
    : { ...(await localTarget()), isOurs: true }
  const found = [
    ...(await examine({ ...target, functions })),
    ...(await comparePrices(target)),
    ...('settings' in target ? target.settings : []),
  ]
  for (const { que, bien, falta } of found) console.log(bien ? `bien   ${que}` : `FALTA  ${que}: ${falta}`)
  if (found.some(({ bien }) => !bien)) process.exitCode = 1
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

/** The installation of this machine's settings; the key is in its data folder. */
async function localTarget() {
  const settings = readSettings(process.env, PRODUCT, root)
  return {
    ...(await ownServer(settings)),
    settings: [...examineSettings(settings, await canWriteBackups(settings)), examineLog(settings.dataDir)],
  }
}
