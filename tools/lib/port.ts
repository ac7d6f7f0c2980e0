import { createServer } from 'node:net'

/** @returns a port of the loopback address that nobody uses now, nor the one after it (the local mailbox) */
export async function freePort(): Promise<number> {
  for (;;) {
    const first = await taken(0)
    const second = await taken(first.port + 1).catch(() => undefined)
    await Promise.all([first.release(), second?.release()])
    if (second) return first.port
  }
}

/** @param port 0 for any */
function taken(port: number): Promise<{ port: number; release: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address()
      const release = () =>
        new Promise((done: (value?: undefined) => void) => void server.close(() => done()))
      resolve({ port: typeof address === 'object' && address ? address.port : 0, release })
    })
  })
}
