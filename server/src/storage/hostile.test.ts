import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/storage.ts'

let harness: Harness
let token: string
beforeAll(async () => {
  harness = await startHarness()
  await harness.server.query(`create policy todo on storage.objects for all to authenticated
    using (bucket_id in ('abierto', 'medido')) with check (bucket_id in ('abierto', 'medido'))`)
  const service = await harness.client('service')
  await service.storage.createBucket('abierto', { public: true })
  await service.storage.createBucket('medido', { public: true, fileSizeLimit: '5MB' })
  token = await harness.token('ana')
})
afterAll(() => harness?.close())

/**
 * Sends bytes as they are: no client cleans the path or completes the body. Resolves with what came back, once its headers are whole:
 * a server that has refused waits for what was announced before it hangs up.
 */
function raw(request: string | Buffer, { end = true } = {}): Promise<string> {
  const { port } = new URL(harness.server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (/\r\n\r\n/.test(answer)) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(request)
    if (!end) socket.destroy()
  })
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

function send(
  method: string,
  path: string,
  body = '',
  headers: Record<string, string> = {},
): Promise<string> {
  const lines = Object.entries({
    host: 'x',
    authorization: `Bearer ${token}`,
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return raw(`${method} /storage/v1${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

const NAMES = [
  '..%2f..%2fsecrets.json',
  '../../secrets.json',
  'a/../../b.txt',
  'a/%2e%2e/b.txt',
  'a/./b.txt',
  'a//b.txt',
  '/a.txt',
  'a.txt/',
  '..',
  '%2e',
  'a%00.txt',
  'a%0d%0aset-cookie:x.txt',
  'a%5cb.txt',
  '%c3%28.txt',
  '%ff',
  '%',
  '%zz',
  'a%e2%80%aegnp.txt',
  `${'ñ'.repeat(513)}.txt`.replaceAll('ñ', '%c3%b1'),
  'x'.repeat(1025),
  'x'.repeat(7000),
]

describe('a name that is none', () => {
  it.each(NAMES.map((name) => [name.slice(0, 60), name]))(
    '%s is refused by every call',
    async (_shown, name) => {
      const calls: [string, string, string?, Record<string, string>?][] = [
        ['POST', `/object/abierto/${name}`, 'x'],
        ['PUT', `/object/abierto/${name}`, 'x'],
        ['GET', `/object/abierto/${name}`],
        ['HEAD', `/object/abierto/${name}`],
        ['DELETE', `/object/abierto/${name}`],
        ['GET', `/object/public/abierto/${name}`],
        ['GET', `/object/authenticated/abierto/${name}`],
        ['GET', `/object/info/abierto/${name}`],
        ['GET', `/object/sign/abierto/${name}?token=x`],
        ['POST', `/object/sign/abierto/${name}`, '{"expiresIn":60}', { 'content-type': 'application/json' }],
        ['POST', `/object/upload/sign/abierto/${name}`],
      ]
      for (const [method, path, body, headers] of calls) {
        const status = statusOf(await send(method, path, body, headers))
        expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
        expect(status, `${method} ${path}`).toBeLessThan(500)
      }
      expect(await harness.storedFiles()).toEqual([])
    },
  )
})

describe('a body that is none', () => {
  const json = { 'content-type': 'application/json' }
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '0',
    deep,
    '{"__proto__":{"x":1}}',
    '{"prefix":1}',
    '{"prefix":"","limit":-1}',
    '{"prefix":"","limit":1e99}',
    '{"prefix":"","offset":"x"}',
    '{"prefix":"\\u0000"}',
    '{"prefix":"\\ud800"}',
    '{"prefix":"","search":"\\u0000"}',
    '{"prefix":"","sortBy":{"column":"1;select"}}',
    '{"prefixes":["../x"]}',
    '{"prefixes":[null]}',
    '{"prefixes":["\\u0000"]}',
    '{"prefixes":[]}',
    '{"expiresIn":0,"paths":["a"]}',
    '{"expiresIn":1e99,"paths":["a"]}',
    '{"expiresIn":60,"paths":["\\ud800"]}',
    '{"bucketId":"abierto","sourceKey":"../a","destinationKey":"b"}',
    '{"bucketId":"abierto","sourceKey":"a","destinationKey":"\\u0000"}',
    '{"bucketId":"../x","sourceKey":"a","destinationKey":"b"}',
    '{"id":"a/b","name":"a/b","public":true}',
    '{"id":"..","name":".."}',
    '{"id":"x","name":"x","public":"yes"}',
    '{"id":"x","name":"x","file_size_limit":"much"}',
    '{"id":"x","name":"x","file_size_limit":1e300}',
    '{"id":"x","name":"x","allowed_mime_types":["\\u0000"]}',
    `{"id":"${'x'.repeat(70)}","name":"x"}`,
    `{"prefix":"${'x'.repeat(1_100_000)}"}`,
  ]
  const paths = [
    '/object/list/abierto',
    '/object/list-v2/abierto',
    '/object/move',
    '/object/copy',
    '/object/sign/abierto',
    '/bucket',
    '/bucket/x/empty',
  ]

  it.each(bodies.map((body) => [body.slice(0, 60), body]))('%s: never a 5xx', async (_shown, body) => {
    for (const [method, path] of [
      ...paths.map((path) => ['POST', path] as const),
      ['PUT', '/bucket/abierto'] as const,
      ['DELETE', '/object/abierto'] as const,
      ['DELETE', '/bucket/none'] as const,
    ]) {
      const answer = await send(method, path, body, json)
      expect(statusOf(answer), `${method} ${path}`).toBeLessThan(500)
      expect(answer, `${method} ${path}`).not.toMatch(/ at .*\.(ts|js):|select |insert into/i)
    }
  })

  it.each([
    ['a form without a file', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'],
    ['a form that breaks off', '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhal'],
    ['no form at all', 'hello'],
    ['an empty form', ''],
    ['two files', `${part('a')}${part('b')}--x--\r\n`],
    ['a field that changes prototypes', `${part('__proto__')}--x--\r\n`],
    [
      'metadata that is no JSON',
      `--x\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{\r\n${part('a')}--x--\r\n`,
    ],
  ])('%s is refused', async (_what, body) => {
    const answer = await send('POST', '/object/abierto/form.txt', body, {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400)
    expect(statusOf(answer)).toBeLessThan(500)
    expect(await harness.storedFiles()).toEqual([])
  })

  it.each([
    ['no boundary', { 'content-type': 'multipart/form-data' }],
    ['metadata that is no JSON', { 'x-metadata': 'e30' + 'x' }],
    ['metadata that is no object', { 'x-metadata': Buffer.from('[1]').toString('base64') }],
  ])('%s is refused', async (_what, headers) => {
    const status = statusOf(
      await send('POST', '/object/abierto/raw.txt', 'x', headers as Record<string, string>),
    )
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it('more than the limit is refused by what it says of itself, before it is received', async () => {
    const answer = await send('POST', '/object/medido/raw.txt', 'x', {
      'content-length': String(6 * 1024 * 1024),
    })
    expect(statusOf(answer)).toBe(413)
  })

  it('headers of hers never become headers of ours', async () => {
    const caching = { 'cache-control': 'max-age=1"; x\tset-cookie: a=b' }
    expect(statusOf(await send('POST', '/object/abierto/caching.txt', 'x', caching))).toBe(200)
    const served = await send('GET', '/object/public/abierto/caching.txt')
    expect(served).toMatch(/cache-control: no-cache\r\n/)
    expect(statusOf(await send('DELETE', '/object/abierto/caching.txt'))).toBe(200)
  })
})

describe('paths that are none', () => {
  it.each([
    '/',
    '/nothing',
    '/object',
    '/object/',
    '/object/abierto',
    '/bucket/x/y',
    '/s3/x',
    '/upload/resumable',
    '/render/image/public/abierto/x',
    '/cdn/abierto/x',
  ])('%s is refused in the words of this API', async (path) => {
    for (const method of ['GET', 'POST', 'PATCH']) {
      const answer = await send(method, path)
      expect(statusOf(answer), method).toBeGreaterThanOrEqual(400)
      expect(statusOf(answer), method).toBeLessThan(500)
      expect(answer, method).toMatch(/"statusCode":"4\d\d"/)
    }
  })
})

describe('a sender who goes away', () => {
  it.each([
    ['raw', { 'content-type': 'text/plain' }, 'half of it'],
    ['as a form', { 'content-type': 'multipart/form-data; boundary=x' }, part('a').slice(0, -6)],
  ])('in the middle (%s) leaves nothing', async (_how, headers, body) => {
    const lines = Object.entries({ ...headers, 'content-length': '100000', authorization: `Bearer ${token}` })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')
    const { port } = new URL(harness.server.url)
    const arriving = async () => (await harness.storedFiles()).length
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`POST /storage/v1/object/abierto/half.txt HTTP/1.1\r\nhost: x\r\n${lines}\r\n\r\n${body}`)
    await expect.poll(arriving, { interval: 20 }).toBe(1)
    socket.destroy()
    await expect.poll(arriving, { interval: 20 }).toBe(0)
    const ana = await harness.client('ana')
    expect((await ana.storage.from('abierto').exists('half.txt')).data).toBe(false)
  })

  it('at any byte of sixty requests leaves nothing, and the server serves on', async () => {
    const { port } = new URL(harness.server.url)
    const forms = { type: 'multipart/form-data; boundary=x', body: `${part('a')}--x--\r\n` }
    const plain = { type: 'text/plain', body: 'x'.repeat(300) }
    const goAway = (turn: number) =>
      new Promise<void>((resolve) => {
        const { type, body } = turn % 2 === 0 ? forms : plain
        const head = [
          `POST /storage/v1/object/abierto/away${turn}.txt HTTP/1.1`,
          `host: x\r\nauthorization: Bearer ${token}`,
          // One byte more than ever comes, so that none of them is whole.
          `content-type: ${type}\r\ncontent-length: ${body.length + 1}`,
        ].join('\r\n')
        const request = `${head}\r\n\r\n${body}`
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => {})
        socket.on('close', () => resolve())
        const sent = request.slice(0, Math.ceil((request.length * (turn + 1)) / 60))
        socket.write(sent, () => (turn % 3 === 0 ? socket.resetAndDestroy() : socket.destroy()))
      })
    await Promise.all(Array.from({ length: 60 }, (_, turn) => goAway(turn)))
    const ana = await harness.client('ana')
    expect((await ana.storage.from('abierto').upload('still here.txt', 'x')).error).toBeNull()
    expect((await ana.storage.from('abierto').remove(['still here.txt'])).error).toBeNull()
    await expect.poll(() => harness.storedFiles(), { interval: 20 }).toEqual([])
    expect((await ana.storage.from('abierto').list()).data).toEqual([])
  })
})

function part(name: string): string {
  return `--x\r\ncontent-disposition: form-data; name="${name}"; filename="f.txt"\r\ncontent-type: text/plain\r\n\r\nhello\r\n`
}
