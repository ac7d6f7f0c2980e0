import './lib/env-file.ts'
import { serveAsWorker } from '../server/src/start.ts'
import { startAmparo } from './lib/amparo.ts'
import { isBuilt } from './lib/run.ts'

/** The serving process, started by `start.ts`, which restarts it and runs PostgreSQL; from its source it serves the API alone. */
serveAsWorker(async (opened) => {
  const demo = process.argv.includes('--demo')
  const { server, adminEmail, adminPassword, adminFound } = await startAmparo({
    demo,
    opened,
    staticDir: isBuilt ? undefined : null,
  })
  const { siteUrl } = server.config
  return { server, report: { siteUrl, mailboxUrl: server.mailboxUrl, adminEmail, adminPassword, adminFound } }
})
