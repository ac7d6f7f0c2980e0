import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './lib/run.ts'

/**
 * Server and app from their sources, reloaded on change, with the demo people, on a data folder of their own.
 * The page is at PORT; the server stands behind it at the port after it.
 */
const port = Number(process.env.PORT || 8080)
const site = `http://127.0.0.1:${port}`
const env = {
  ...process.env,
  AMPARO_DATA: process.env.AMPARO_DATA || '.data-dev',
  AMPARO_SERVER: `http://127.0.0.1:${port + 1}`,
  AMPARO_RATE_FACTOR: process.env.AMPARO_RATE_FACTOR || '1000',
}
const bin = (file: string) => path.join(root, 'node_modules', file)

const children = [
  spawn(
    process.execPath,
    [
      bin('tsx/dist/cli.mjs'),
      'watch',
      '--clear-screen=false',
      '--include',
      'supabase/**',
      'tools/dev-server.ts',
    ],
    { cwd: root, stdio: 'inherit', env: { ...env, PORT: String(port + 1), SITE_URL: site } },
  ),
  spawn(process.execPath, [bin('vite/bin/vite.js'), '--port', String(port), '--strictPort'], {
    cwd: path.join(root, 'app'),
    stdio: 'inherit',
    env,
  }),
]

/** When one of the two ends, the other is ended too. */
let ending = false
const end = () => {
  if (ending) return
  ending = true
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.on('exit', end)
process.on('SIGINT', end)
process.on('SIGTERM', end)
