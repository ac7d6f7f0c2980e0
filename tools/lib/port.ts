import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: one of those may take a port long before its server begins. */
const [LEAST, MOST] = [20_000, 32_000] as const

/** @returns a port of the loopback address that nobody uses now, nor the one after it (the local mailbox) */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LEAST, MOST)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1' })
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
