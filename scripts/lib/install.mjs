import { unlessDone } from './fingerprint.mjs'
import { isPacked } from './release.mjs'
import { fail, run } from './run.mjs'

const MINIMUM_MAJOR = 20
const MINIMUM_MINOR = 19

/** Ends with a clear line where Node is too old for what is to come. */
export function assertNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < MINIMUM_MAJOR || (major === MINIMUM_MAJOR && minor < MINIMUM_MINOR)) {
    fail(
      `Amparo necesita Node ${MINIMUM_MAJOR}.${MINIMUM_MINOR} o más nuevo; este es ${process.versions.node}.`,
    )
  }
}

/** Installs the packages that the lock file names, unless they are there already. A release brings them along. */
export async function installPackages() {
  if (isPacked) return
  await unlessDone('install', {
    inputs: [
      'package-lock.json',
      'package.json',
      'app/package.json',
      'server/package.json',
      'e2e/package.json',
      'bench/package.json',
    ],
    outputs: ['node_modules/fastify/package.json', 'node_modules/vite/package.json'],
    async work() {
      console.log('Instalando paquetes…')
      const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
      const code = await run(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
        shell: process.platform === 'win32',
      })
      if (code !== 0) fail('No se pudieron instalar los paquetes: revisa la conexión y vuelve a intentarlo.')
    },
  })
}
