// The peer of the data benchmark, in a process of its own: its app as its documentation embeds it in Node. The benchmark
// copies this file into the folder of the peer's packages.
import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

const { LITE_DATABASE, LITE_JWT_SECRET, PORT } = process.env
const connection = createPostgresConnection({
  url: 'postgres://127.0.0.1/postgres',
  // As many connections as Amparo's server keeps; a folder for `host` is a Unix socket.
  postgresOptions: { ...JSON.parse(LITE_DATABASE ?? ''), max: 20, idle_timeout: 1 },
})
const app = new App({
  connection,
  auth: { enabled: true, jwt_secret: LITE_JWT_SECRET },
  options: { server: { apiKeys: false, admin: false } },
})
serve({
  port: Number(PORT),
  hostname: '127.0.0.1',
  async fetch(request, env) {
    const answer = await app.fetch(request, { peerAddress: env.incoming.socket.remoteAddress ?? null })
    // Both the app and its adapter say how long the body is, which no HTTP client takes.
    answer.headers.delete('content-length')
    return answer
  },
})
// Copied away from here: nothing of ours is beside it.
process.send?.({ url: `http://127.0.0.1:${PORT}` })
process.on('message', (message) => {
  if (message === 'usage') process.send?.(process.cpuUsage())
  if (message === 'stop') process.exit(0)
})
