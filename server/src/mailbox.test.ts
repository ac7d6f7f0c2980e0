import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isForThisMachine, serveMailbox } from './mailbox.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const open = async (ports: { port: number; mailboxPort?: number }) => {
  const mailbox = await serveMailbox(async (app) => {
    app.get('/_mailbox', async () => 'mails')
  }, ports)
  closers.push(mailbox.close)
  return new URL(mailbox.url)
}

/** Takes a port. @returns its number */
const take = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      closers.push(() => new Promise((done) => server.close(done)))
      resolve((server.address() as { port: number }).port)
    })
  })

describe('the port of the local mailbox', () => {
  it.each([
    ['http://127.0.0.1:8080', true],
    ['http://localhost', true],
    ['http://[::1]:8080', true],
    ['https://amparo.example', false],
    ['http://0.0.0.0:8080', false],
    ['http://192.168.1.5:8080', false],
    ['https://localhost.example', false],
    ['https://127.0.0.1.example', false],
  ])('for %s: %s', (siteUrl, is) => expect(isForThisMachine(siteUrl)).toBe(is))

  it('is the one that was asked for, on the loopback address', async () => {
    const mailboxPort = (await take()) + 1
    const url = await open({ port: 8080, mailboxPort })
    expect(url).toMatchObject({ hostname: '127.0.0.1', port: String(mailboxPort) })
    const answer = await fetch(url)
    expect(await answer.text()).toBe('mails')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('is another where the one after the server’s is taken, and refused where that one was asked for', async () => {
    const taken = await take()
    expect((await open({ port: taken - 1 })).port).not.toBe(String(taken))
    await expect(open({ port: 8080, mailboxPort: taken })).rejects.toThrow(
      `Ajuste MAILBOX_PORT no válido: el puerto ${taken} de 127.0.0.1 no se puede usar (EADDRINUSE).`,
    )
  })
})
