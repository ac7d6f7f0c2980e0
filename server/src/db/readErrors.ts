import type { EventEmitter } from 'node:events'
import type pg from 'pg'

type Reader = (chunk: Buffer) => void
interface WireStream extends EventEmitter {
  destroy(error?: Error): void
}

/**
 * The driver reads PostgreSQL's answers in a listener of the socket, where nobody can catch what it throws: an answer longer
 * than Node's longest string (`ERR_STRING_TOO_LONG`), or a message that it does not know, would end the process and
 * everybody's requests with it. Here such an error ends the connection it came from, and with it the one request that
 * waits for it; the pool opens another.
 * @param client connected, so that its socket (or TLS socket) already has its reader
 */
export function containReader(client: pg.Client | pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: WireStream } }).connection
  for (const read of stream.listeners('data') as Reader[]) {
    stream.off('data', read)
    stream.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error('The driver could not read an answer'))
      }
    })
  }
}
