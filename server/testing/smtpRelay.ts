import { createServer, type Socket } from 'node:net'

/** What the relay took: to whom, and the mail as it came. */
export interface TakenMail {
  to: string
  content: string
}

/**
 * A mail relay on this machine, with as much of RFC 5321 as one mail needs. `refuse` says what it answers to a command instead of taking
 * it; `pause` keeps every answer back. Call `close` when done.
 */
export async function localRelay(port = 0) {
  const taken: TakenMail[] = []
  const sockets = new Set<Socket>()
  const relay = {
    taken,
    port: 0,
    refuse: undefined as ((command: string) => string | undefined) | undefined,
    /** Answers nothing while true. */
    isSilent: false,
    /** How long each answer takes. */
    answersAfterMs: 0,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const say = (line: string) => {
      if (relay.isSilent) return
      if (relay.answersAfterMs === 0) socket.write(`${line}\r\n`)
      else setTimeout(() => socket.destroyed || socket.write(`${line}\r\n`), relay.answersAfterMs)
    }
    let to = ''
    let content: string | undefined
    let rest = ''
    say('220 relay ESMTP')
    socket.on('data', (chunk) => {
      rest += chunk.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (content !== undefined) {
          if (line !== '.') content += `${line}\n`
          else {
            const refused = relay.refuse?.('.')
            if (!refused) taken.push({ to, content })
            content = undefined
            say(refused ?? '250 taken')
          }
          continue
        }
        const refused = relay.refuse?.(line)
        if (refused) say(refused)
        else if (line === 'DATA') {
          content = ''
          say('354 go on')
        } else {
          to = /^RCPT TO:<(.+)>/i.exec(line)?.[1] ?? to
          say('250 ok')
        }
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  relay.port = typeof address === 'object' && address ? address.port : 0
  return relay
}
