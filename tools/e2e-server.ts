import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashQuickly } from '../server/src/start.ts'
import { failToStart, startAmparo } from './lib/amparo.ts'

/**
 * The built product for the browser tests: an empty data folder, deleted afterwards, and rate limits too high
 * for tests to meet. `AMPARO_E2E_DATA` is the folder of one that was killed, `AMPARO_E2E_APP` that of another build of the app.
 */
const dataDir = process.env.AMPARO_E2E_DATA ?? (await mkdtemp(path.join(tmpdir(), 'amparo-e2e-')))
// Opened up because PostgreSQL runs as another account when root starts this; with mode 0700 it could not
// enter, and its cluster would be put elsewhere and outlive the folder.
await chmod(dataDir, 0o711)
const clean = () => rm(dataDir, { recursive: true, force: true })
try {
  hashQuickly()
  // Without the demo people the admin's account is made as on a first start.
  const { server, adminEmail, adminPassword } = await startAmparo({
    demo: process.env.AMPARO_E2E_DEMO !== '0',
    staticDir: process.env.AMPARO_E2E_APP,
    // Carla enters with her password alone; `e2e/journeys/administradora.spec.ts` asks for more.
    env: {
      AMPARO_RATE_FACTOR: '100000',
      AMPARO_ADMIN_FACTOR: '0',
      // The browsers work on this machine too.
      AMPARO_STAND_BACK: '0',
      // Where the tests look for it.
      MAILBOX_PORT: String(Number(process.env.PORT) + 1),
      ...process.env,
      AMPARO_DATA: dataDir,
      DATABASE_URL: '',
    },
  })
  // No test waits for days until a referral is shown, nor for the hour at which stories come to the team.
  await server.query(`update interno.ajustes set valor = '-7' where clave = 'espera_de_referido'`)
  await server.query(`update interno.ajustes set valor = '0' where clave = 'historias_cada_min'`)
  if (adminPassword) console.log(`Administración: ${adminEmail} ${adminPassword}`)
  console.log(`Escucha en ${server.url}`)
  // For a test that has a day pass (`e2e/ownServer.ts`): nobody else has this channel.
  process.on('message', async (sql: string) => {
    await server.query(sql)
    process.send!('done')
  })
  const stop = async () => {
    await server.stop()
    await clean()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  await clean()
  failToStart(error)
}
