// Installs the packages of the lock file, unless npm's own note of what it installed names the same.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)
const note = new URL('node_modules/.package-lock.json', root)
const packagesOf = (/** @type {URL} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages
const wanted = packagesOf(new URL('package-lock.json', root))
const found = existsSync(note) ? packagesOf(note) : {}
const needed = Object.keys(wanted).filter((at) => at.includes('node_modules/') && !wanted[at].optional)
if (!needed.every((at) => at in found && found[at].version === wanted[at].version)) {
  console.log('Instalando paquetes…')
  const npm = 'npm ci --include=dev --no-audit --no-fund --loglevel=error'
  if (spawnSync(npm, { cwd: root, stdio: 'inherit', shell: true }).status !== 0) {
    console.error('\nNo se pudieron instalar los paquetes: revisa la conexión y vuelve a intentarlo.\n')
    process.exit(1)
  }
}
