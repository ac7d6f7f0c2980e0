import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort, plantInstallation } from '../server/testing/amparoServer.ts'
import { peopleOf } from '../tests/helpers/people.ts'
import { startAmparo } from '../tools/lib/amparo.ts'

export { PASSWORD, type Person, type Send } from '../tests/helpers/people.ts'
export type Server = Awaited<ReturnType<typeof startServer>>

/**
 * Starts the whole server with Amparo's schema, on a database of its own. The built app is not served.
 * @param env further settings; without AMPARO_RATE_FACTOR the limits are those of an ordinary start
 */
export async function startServer(env: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-security-'))
  // PostgreSQL runs under another account when root starts this.
  await chmod(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  await plantInstallation(dataDir)
  const { server } = await startAmparo({
    demo: true,
    staticDir: null,
    env: {
      ADMIN_EMAIL: 'direccion@ejemplo.mx',
      PORT: String(await freePort()),
      ...env,
      AMPARO_DATA: dataDir,
    },
  })
  const people = peopleOf({
    url: server.url,
    anonKey: server.config.secrets.anonKey,
    mailboxUrl: String(server.mailboxUrl),
    createUser: server.createUser,
  })
  return {
    ...people,
    /** What the helpers of other tests take. */
    running: server,
    /** Outside of every policy: to prepare an attack, and to see what is true afterwards. */
    sql: server.query,
    async stop() {
      await people.leave()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
