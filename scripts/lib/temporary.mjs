import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startAmparo } from './amparo.mjs'

/**
 * Runs `work` on a server of its own with an empty data folder, and clears both away.
 * @template T
 * @param {(server: import('../../server/src/start.ts').RunningServer) => Promise<T>} work
 * @param {{ demo?: boolean, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<T>}
 */
export async function withTemporaryServer(work, { demo = false, env = {} } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'amparo-'))
  try {
    const { server } = await startAmparo({
      demo,
      staticDir: null,
      env: { PORT: '0', SITE_URL: 'http://127.0.0.1:8080', ...env, AMPARO_DATA: dataDir },
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
