import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'

/**
 * A push service and a mail relay on this machine, which take everything at once.
 * @param note is told the path or the address of each whole message
 */
export async function instantProviders(note: (at: string) => void) {
  const push = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      note(request.url ?? '')
      response.writeHead(201).end()
    })
  })
  const relay = createSocketServer((socket) => {
    let to = ''
    let isContent = false
    let rest = ''
    socket.on('error', () => undefined)
    socket.write('220 relay\r\n')
    socket.on('data', (chunk) => {
      rest += chunk
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (isContent) {
          if (line !== '.') continue
          isContent = false
          note(to)
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          isContent = true
          socket.write('354 go on\r\n')
        } else {
          to = /^RCPT TO:<(.+)>/i.exec(line)?.[1] ?? to
          socket.write('250 ok\r\n')
        }
      }
    })
  })
  const listen = (server: Server) =>
    new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
    )
  const pushOrigin = `http://127.0.0.1:${await listen(push)}`
  const relayPort = await listen(relay)
  return {
    pushOrigin,
    settings: {
      AMPARO_PUSH_SERVICES: pushOrigin,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(relayPort),
      SMTP_FROM: 'Casa <casa@example.org>',
    },
    close() {
      push.closeAllConnections()
      push.close()
      relay.close()
    },
  }
}
