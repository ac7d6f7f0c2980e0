import { readFile } from 'node:fs/promises'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { createPool } from '../db/database.ts'
import { createMail, type Post } from './index.ts'

const PLATFORM = path.join(import.meta.dirname, '..', '..', 'platform')

let postgres: TestPostgres
let pool: pg.Pool
let post: Post
let app: FastifyInstance

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = createPool(postgres.address, postgres.owner)
  for (const file of ['01_roles.sql', '02_auth.sql', '06_local_server.sql']) {
    await pool.query(await readFile(path.join(PLATFORM, file), 'utf8'))
  }
  post = await createMail({ config: { secrets: { jwtSecret: 'x' } }, pool })
  app = Fastify()
  await app.register(post.routes!)
})
afterAll(async () => {
  await app?.close()
  await post?.close()
  await pool?.end()
  await postgres?.stop()
})
beforeEach(() => pool.query('truncate local_server.mailbox'))

const LOCAL = { host: 'localhost:8080' }
const send = (to: string, text: string, subject = 'Asunto') =>
  post.mailer.send({ to, subject, text, html: `<p>${text}</p>`, kind: 'confirmation', lane: 'ordinary' })
const read = async (query = '') =>
  (await app.inject({ url: `/_mailbox.json${query}`, headers: LOCAL })).json()

describe('the local mailbox', () => {
  it('shows a message as soon as it was sent, newest first, with its links', async () => {
    send('ana@example.com', 'uno')
    await post.settled()
    send('ana@example.com', 'dos: http://127.0.0.1:8080/a?b=1&c=2 y https://b.example/x')
    expect(await read('?to=Ana@Example.com')).toEqual([
      {
        to: 'ana@example.com',
        subject: 'Asunto',
        text: 'dos: http://127.0.0.1:8080/a?b=1&c=2 y https://b.example/x',
        html: '<p>dos: http://127.0.0.1:8080/a?b=1&c=2 y https://b.example/x</p>',
        links: ['http://127.0.0.1:8080/a?b=1&c=2', 'https://b.example/x'],
      },
      { to: 'ana@example.com', subject: 'Asunto', text: 'uno', html: '<p>uno</p>', links: [] },
    ])
  })

  it("shows one address's mail, or everybody's", async () => {
    send('ana@example.com', 'uno')
    send('bea@example.com', 'dos')
    expect(await read('?to=bea@example.com')).toMatchObject([{ text: 'dos' }])
    expect(await read()).toHaveLength(2)
    expect(await read('?to=nobody@example.com')).toEqual([])
  })

  it('keeps the newest five hundred', async () => {
    for (let i = 0; i < 503; i++) send('ana@example.com', String(i))
    const mails = await read()
    expect(mails).toHaveLength(500)
    const { rows } = await pool.query('select count(*)::int as kept from local_server.mailbox')
    expect(rows[0].kept).toBeLessThanOrEqual(504)
  })

  it('has a page on which a hostile message is only text', async () => {
    send('<b>@example.com', '<script>alert(1)</script> http://x.example/"onclick=alert(1)', '<img src=x>')
    const { body, headers } = await app.inject({ url: '/_mailbox', headers: LOCAL })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toMatch(/<script|<img|<b>|<style|style=|onclick=alert\(1\)">/)
    expect(body).toContain('href="http://x.example/"')
  })

  it('serves its style as a file of its own', async () => {
    const { statusCode, headers } = await app.inject({ url: '/_mailbox.css', headers: LOCAL })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080'])(
    'answers to the name %s',
    async (host) => {
      for (const url of ['/_mailbox', '/_mailbox.json']) {
        expect((await app.inject({ url, headers: { host } })).statusCode).toBe(200)
      }
    },
  )

  it.each([
    ['another machine', { remoteAddress: '192.0.2.7' }, LOCAL],
    ['another machine by IPv6', { remoteAddress: '2001:db8::1' }, LOCAL],
    ['another name', {}, { host: 'evil.example:8080' }],
    ['a name that only begins like ours', {}, { host: 'localhost.evil.example' }],
    ['a number that only begins like ours', {}, { host: '127.0.0.1.evil.example' }],
    ['a proxy', {}, { ...LOCAL, 'x-forwarded-for': '127.0.0.1' }],
    ['another kind of proxy', {}, { ...LOCAL, forwarded: 'for=127.0.0.1' }],
    ['a proxy that says its name', {}, { ...LOCAL, via: '1.1 proxy' }],
    ['a proxy that names who asks', {}, { ...LOCAL, 'x-real-ip': '192.0.2.7' }],
    ['a proxy of Cloudflare', {}, { ...LOCAL, 'cf-connecting-ip': '192.0.2.7' }],
  ])('does not answer to %s', async (_name, from, headers) => {
    send('ana@example.com', 'secreto')
    for (const url of ['/_mailbox', '/_mailbox.json', '/_mailbox.css']) {
      const { statusCode, body } = await app.inject({ url, headers, ...from })
      expect(statusCode).toBe(404)
      expect(body).not.toContain('secreto')
    }
  })

  it('does not exist where other machines are served, and keeps nothing there', async () => {
    const failures: string[] = []
    const other = await createMail({
      config: { secrets: { jwtSecret: 'x' } },
      pool,
      hasMailbox: false,
      onFailure: (kind) => failures.push(kind),
    })
    expect(other.routes).toBeUndefined()
    other.mailer.send({
      to: 'ana@example.com',
      subject: 's',
      text: 't',
      html: 'h',
      kind: 'recovery',
      lane: 'ordinary',
    })
    await other.settled()
    expect(failures).toEqual(['recovery'])
    expect(await read()).not.toContainEqual(expect.objectContaining({ subject: 's' }))
    await other.close()
  })

  it('does not exist where mail goes to a mail server', async () => {
    const smtp = { host: '127.0.0.1', port: 1, from: 'a@example.com', secure: false }
    const other = await createMail({ config: { smtp, secrets: { jwtSecret: 'x' } }, pool })
    expect(other.routes).toBeUndefined()
    await other.close()
  })
})
