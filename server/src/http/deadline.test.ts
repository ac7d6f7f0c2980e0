import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestDeadlines } from './deadline.ts'

let app: FastifyInstance
let port: number
beforeEach(async () => {
  app = Fastify()
  requestDeadlines(app, 60)
  app.post('/rest/v1/x', async () => 'answered')
  app.post('/storage/v1/object/x', async () => 'answered')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterEach(() => app.close())

/** Begins a request of ten bytes and sends five. */
function begin(path: string, length = 'content-length: 10'): { socket: Socket; ended: Promise<string> } {
  const socket = connect(port, '127.0.0.1')
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\n${length}\r\n\r\n`
  socket.write(length.includes('chunked') ? `${head}5\r\n12345\r\n` : `${head}12345`)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const ended = new Promise<string>((resolve) => {
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
  return { socket, ended }
}

it('ends a request that does not arrive in time, but waits for an upload', async () => {
  const upload = begin('/storage/v1/object/x')
  const request = begin('/rest/v1/x')
  expect(await request.ended).not.toContain('answered')
  upload.socket.write('67890')
  expect(await upload.ended).toContain('answered')
})

it('ends one that does not say how long it is', async () => {
  expect(await begin('/rest/v1/x', 'transfer-encoding: chunked').ended).not.toContain('answered')
})

it('leaves alone a request that arrived in time', async () => {
  const request = begin('/rest/v1/x')
  request.socket.write('67890')
  expect(await request.ended).toContain('answered')
})
