import './lib/env-file.mjs'
import { startAmparo } from './lib/amparo.mjs'
import { loadServer } from './lib/server-module.mjs'

/**
 * The serving process, started by `start.mjs`, which restarts it and runs PostgreSQL; from sources it serves
 * the API alone.
 */
const { serveKept } = await loadServer()
serveKept(async (held) => {
  const demo = process.argv.includes('--demo')
  const { server, adminEmail, adminPassword, adminFound } = await startAmparo({
    demo,
    held,
    staticDir: process.env.AMPARO_FROM_SOURCE ? null : undefined,
  })
  const { siteUrl } = server.config
  return { server, report: { siteUrl, mailboxUrl: server.mailboxUrl, adminEmail, adminPassword, adminFound } }
})
