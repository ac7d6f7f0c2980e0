import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunningServer } from '../../server/src/start.ts'
import { startAmparo } from './amparo.ts'
import { freePort } from './port.ts'

/**
 * Runs `work` on a server of its own with an empty data folder, and clears both away.
 * @param options `app`: serve the built app as well
 */
export async function withTemporaryServer<T>(
  work: (server: RunningServer) => Promise<T>,
  { demo = false, app = false, env = {} }: { demo?: boolean; app?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<T> {
  const port = await freePort()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'amparo-'))
  // Opened up because PostgreSQL runs as another account when root starts this; with mode 0700 it could not
  // enter, and its cluster would be put elsewhere and outlive the folder.
  await chmod(dataDir, 0o711)
  try {
    const { server } = await startAmparo({
      demo,
      staticDir: app ? undefined : null,
      env: { PORT: String(port), ...env, AMPARO_DATA: dataDir },
    })
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
