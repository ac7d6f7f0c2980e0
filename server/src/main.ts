import path from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings, startServer } from './start.ts'

/** Serves any Supabase project folder: `node dist/main.js --project DIR [--static DIR]`. */
const { values } = parseArgs({
  options: { project: { type: 'string', default: 'supabase' }, static: { type: 'string' } },
})
try {
  const server = await startServer({
    settings: readSettings(process.env, '', process.cwd()),
    projectDir: path.resolve(values.project),
    staticDir: values.static === undefined ? undefined : path.resolve(values.static),
  })
  console.log(`Escucha en ${server.url}`)
  const stop = () => void server.stop().then(() => process.exit(0))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
