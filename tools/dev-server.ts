import { failToStart, startAmparo } from './lib/amparo.ts'

/** The server alone, from its sources, with the demo people; `tools/dev.ts` watches and restarts it. */
try {
  const { server } = await startAmparo({ demo: true, staticDir: null })
  console.log(`\n  Amparo (desarrollo): ${server.config.siteUrl}\n  Buzón local: ${server.mailboxUrl}\n`)
  const stop = () => void server.stop().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  failToStart(error)
}
