import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { keepServer, onHangUp, readSettings } from './keep.ts'

/** Serves any Supabase project folder: `node dist/main.js --project DIR [--static DIR]`. */
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: 'supabase' },
    static: { type: 'string' },
    /** Of the serving process, which the other one starts. */
    kept: { type: 'boolean', default: false },
  },
})
/** A project that nobody named: settings without a prefix. */
const PRODUCT = { name: 'local-server', prefix: '' }

if (values.kept) await serve()
else await keep()

async function keep(): Promise<void> {
  try {
    const kept = await keepServer<{ url: string }>({
      settings: readSettings(process.env, PRODUCT, process.cwd()),
      program: fileURLToPath(import.meta.url),
      args: [...process.argv.slice(2), '--kept'],
      log: (line) => console.error(line),
    })
    console.log(`Escucha en ${kept.report.url}`)
    const stop = () => void kept.stop().then(() => process.exit(0))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    process.on('SIGHUP', onHangUp(kept, stop, process.stdout.isTTY))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function serve(): Promise<void> {
  const { serveKept, startServer } = await import('./start.ts')
  serveKept(async (held) => {
    const server = await startServer({
      settings: readSettings(process.env, PRODUCT, process.cwd()),
      projectDir: path.resolve(values.project),
      staticDir: values.static === undefined ? undefined : path.resolve(values.static),
      held,
    })
    return { server, report: { url: server.url } }
  })
}
