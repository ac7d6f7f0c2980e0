import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { sendTestMail, smtpDelivery } from './smtp.ts'

let server: Server | undefined
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())))

/** As much of a mail server as one message needs. Source: RFC 5321. */
async function listen(answerTo: (command: string) => string | undefined = () => undefined): Promise<{
  port: number
  received: string[]
}> {
  const received: string[] = []
  server = createServer((socket: Socket) => {
    let content: string | undefined
    socket.on('error', () => {})
    socket.write('220 test ESMTP\r\n')
    let rest = ''
    socket.on('data', (chunk) => {
      rest += chunk.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (content !== undefined) {
          if (line === '.') {
            received.push(content)
            content = undefined
            socket.write('250 ok\r\n')
          } else content += `${line}\n`
          continue
        }
        const refused = answerTo(line)
        if (refused) socket.write(`${refused}\r\n`)
        else if (line === 'DATA') {
          content = ''
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, received }
}

const mail = {
  to: 'ana@example.com',
  subject: 'Confirma tu correo: ñ',
  text: 'Hola',
  html: '<p>Hola</p>',
  kind: 'confirmation',
  lane: 'ordinary' as const,
}
const settings = (port: number) => ({
  host: '127.0.0.1',
  port,
  from: 'Una amiga <hola@example.com>',
  secure: false,
})

describe('a mail server', () => {
  it('is handed the message, plain and HTML, from the sender of the settings', async () => {
    const { port, received } = await listen()
    const smtp = smtpDelivery(settings(port))
    await smtp.deliver(mail)
    smtp.close()
    expect(received).toHaveLength(1)
    expect(received[0]).toMatch(/^From: Una amiga <hola@example\.com>$/m)
    expect(received[0]).toMatch(/^To: ana@example\.com$/m)
    expect(received[0]).toMatch(/text\/plain.*Hola.*text\/html.*<p>Hola<\/p>/s)
  })

  it('that refuses the message makes the delivery fail', async () => {
    const { port } = await listen((line) => (line.startsWith('RCPT') ? '550 no such mailbox' : undefined))
    const smtp = smtpDelivery(settings(port))
    await expect(smtp.deliver(mail)).rejects.toMatchObject({ responseCode: 550 })
    smtp.close()
  })

  it('without encryption is never told the password', async () => {
    const commands: string[] = []
    const { port } = await listen((line) => {
      commands.push(line)
      return line === 'STARTTLS' ? '502 not here' : undefined
    })
    const smtp = smtpDelivery({ ...settings(port), user: 'amiga', password: 'secreta' })
    await expect(smtp.deliver(mail)).rejects.toThrow()
    smtp.close()
    expect(commands).toContain('STARTTLS')
    expect(commands.join('\n')).not.toMatch(/AUTH|secreta/)
  })

  it('cannot be made to write to somebody else by a line break in an address', async () => {
    const commands: string[] = []
    const { port } = await listen((line) => void commands.push(line))
    const smtp = smtpDelivery(settings(port))
    await smtp.deliver({ ...mail, to: 'ana@example.com>\r\nRCPT TO:<eva@example.com' }).catch(() => {})
    smtp.close()
    expect(commands.filter((line) => line.startsWith('RCPT TO:<eva'))).toEqual([])
  })
})

describe('a test of mail', () => {
  it('sends one, and says what the names of the domain lack', async () => {
    const { port, received } = await listen()
    const names: Record<string, string[][]> = { 'example.com': [['other'], ['v=spf1 ', '-all']] }
    const lookUp = async (name: string) =>
      names[name] ?? Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
    const said = await sendTestMail(settings(port), 'ana@example.com', lookUp)
    expect(received).toHaveLength(1)
    expect(said).toMatch(/aceptó el correo para ana@example\.com.*\nA example\.com le falta DMARC en su DNS/)
    names['_dmarc.example.com'] = [['v=DMARC1; p=reject']]
    expect(await sendTestMail(settings(port), 'ana@example.com', lookUp)).toContain('tiene SPF y DMARC')
  })

  it('does not call a record missing where nobody could be asked for it', async () => {
    const { port } = await listen()
    const lookUp = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    const said = await sendTestMail(settings(port), 'ana@example.com', lookUp)
    expect(said).toMatch(
      /\nNo se pudo preguntar por example\.com en el DNS: no se sabe si tiene SPF y DMARC\.$/,
    )
  })

  it('fails with the words of the mail server', async () => {
    const { port } = await listen((line) => (line.startsWith('RCPT') ? '550 no such box' : undefined))
    await expect(sendTestMail(settings(port), 'ana@example.com', async () => [])).rejects.toThrow(
      /no such box/,
    )
  })
})
