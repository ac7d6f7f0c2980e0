import { createServer } from 'node:net'

/** @returns {Promise<number>} a port of the loopback address that nobody uses now, nor the one after it (the local mailbox) */
export async function freePort() {
  for (;;) {
    const first = await taken(0)
    const second = await taken(first.port + 1).catch(() => undefined)
    await Promise.all([first.release(), second?.release()])
    if (second) return first.port
  }
}

/** @param {number} port 0 for any @returns {Promise<{ port: number, release: () => Promise<void> }>} */
function taken(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address()
      const release = () =>
        new Promise((/** @type {(value?: undefined) => void} */ done) => void server.close(() => done()))
      resolve({ port: typeof address === 'object' && address ? address.port : 0, release })
    })
  })
}
