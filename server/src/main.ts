import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { SettingsError } from './config/error.ts'
import { readProject } from './config/project.ts'
import { onHangUp, readSettings, superviseServer } from './supervisor.ts'

const USE = `Sirve una carpeta de un proyecto de Supabase en esta máquina.

  --project DIR   la carpeta, o la que contiene «supabase/» (por omisión, la actual)
  --port NÚMERO   por omisión el de config.toml, o 54321
  --host DIRECCIÓN  por omisión 127.0.0.1
  --data DIR      base de datos, archivos y claves; por omisión DIR/supabase/.temp/server
  --static DIR    una aplicación ya construida, que se sirve en la raíz

Los demás ajustes se leen del entorno: SITE_URL, DATABASE_URL, JWT_SECRET, SMTP_HOST …`

const { values } = parseArgs({
  options: {
    project: { type: 'string', default: '.' },
    port: { type: 'string' },
    host: { type: 'string' },
    data: { type: 'string' },
    static: { type: 'string' },
    help: { type: 'boolean', default: false },
    /** Of the serving process, which the other one starts. */
    worker: { type: 'boolean', default: false },
  },
})
/** A project that nobody named: settings without a prefix. */
const PRODUCT = { name: 'local-server', prefix: '' }
/** As Supabase's own tool. */
const PORT = 54_321

interface Report {
  url: string
  mailboxUrl?: string
  anonKey: string
  serviceRoleKey: string
}

if (values.help) console.log(USE)
else if (values.worker) await serve()
else await supervise()

/** @throws SettingsError where there is no such folder */
function findProject(): string {
  const folder = path.resolve(values.project)
  const found = [path.join(folder, 'supabase'), folder].find((one) =>
    existsSync(path.join(one, 'config.toml')),
  )
  if (!found) throw new SettingsError(`En ${folder} no hay config.toml ni supabase/config.toml.`)
  return found
}

async function readAll(projectDir: string) {
  const { api } = await readProject(projectDir)
  const env = {
    ...process.env,
    PORT: values.port ?? process.env.PORT ?? String(api.port ?? PORT),
    HOST: values.host ?? process.env.HOST,
    DATA: path.resolve(values.data ?? process.env.DATA ?? path.join(projectDir, '.temp/server')),
  }
  return readSettings(env, PRODUCT, process.cwd())
}

async function supervise(): Promise<void> {
  try {
    const supervised = await superviseServer<Report>({
      settings: await readAll(findProject()),
      // Whatever was started: this file, or the command that reads the sources.
      program: process.argv[1]!,
      args: [...process.argv.slice(2), '--worker'],
      log: (line) => console.error(line),
    })
    const { url, mailboxUrl, anonKey, serviceRoleKey } = supervised.report
    console.log(`API:           ${url}`)
    if (mailboxUrl) console.log(`Correo:        ${mailboxUrl}`)
    console.log(`anon:          ${anonKey}`)
    console.log(`service_role:  ${serviceRoleKey}`)
    const stop = () => void supervised.stop().then(() => process.exit(0))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    process.on('SIGHUP', onHangUp(supervised, stop, process.stdout.isTTY))
  } catch (error) {
    // What the message calls the setting is an option here.
    console.error((error as Error).message.replace(/con PORT\.$/, 'con --port.'))
    process.exit(1)
  }
}

async function serve(): Promise<void> {
  const { serveAsWorker, startServer } = await import('./start.ts')
  serveAsWorker(async (opened) => {
    const projectDir = findProject()
    const server = await startServer({
      settings: await readAll(projectDir),
      projectDir,
      asTool: true,
      staticDir: values.static === undefined ? undefined : path.resolve(values.static),
      opened,
    })
    const { anonKey, serviceRoleKey } = server.config.secrets
    return { server, report: { url: server.url, mailboxUrl: server.mailboxUrl, anonKey, serviceRoleKey } }
  })
}
