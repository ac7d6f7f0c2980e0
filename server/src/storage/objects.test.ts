import { Readable } from 'node:stream'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/storage.ts'

/** Whatever a member puts into the bucket `cajon` is hers alone. */
const POLICY = `create policy cajon on storage.objects for all to authenticated
  using (bucket_id = 'cajon' and owner_id = auth.uid()::text)
  with check (bucket_id = 'cajon' and owner_id = auth.uid()::text)`

let harness: Harness
let ana: SupabaseClient
let bea: SupabaseClient
let visitor: SupabaseClient
let service: SupabaseClient
beforeAll(async () => {
  harness = await startHarness()
  await harness.server.query(POLICY)
  ana = await harness.client('ana')
  bea = await harness.client('bea')
  visitor = await harness.client('visitor')
  service = await harness.client('service')
  for (const [id, isPublic] of [
    ['cajon', false],
    ['plaza', true],
  ] as const) {
    const { error } = await service.storage.createBucket(id, { public: isPublic })
    expect(error).toBeNull()
  }
})
afterAll(() => harness?.close())

const cajon = (client: SupabaseClient) => client.storage.from('cajon')
const textOf = async (blob: Blob | null) => (blob === null ? null : blob.text())

describe('buckets', () => {
  it('are made, read, changed, listed, emptied and removed with the service key', async () => {
    const { storage } = service
    const made = await storage.createBucket('fotos', {
      public: false,
      fileSizeLimit: '2KB',
      allowedMimeTypes: ['text/plain'],
    })
    expect(made).toEqual({ data: { name: 'fotos' }, error: null })
    expect((await storage.getBucket('fotos')).data).toMatchObject({
      id: 'fotos',
      public: false,
      file_size_limit: 2000,
      allowed_mime_types: ['text/plain'],
    })
    const again = await storage.createBucket('fotos')
    expect(again.error).toMatchObject({ status: 409, statusCode: '409' })
    expect((await storage.updateBucket('fotos', { public: true, fileSizeLimit: null })).error).toBeNull()
    expect((await storage.getBucket('fotos')).data).toMatchObject({ public: true, file_size_limit: null })
    const names = (await storage.listBuckets({ search: 'FOT', limit: 5 })).data!.map(({ name }) => name)
    expect(names).toEqual(['fotos'])
    await storage.from('fotos').upload('nota.txt', 'hola')
    expect((await storage.deleteBucket('fotos')).error).toMatchObject({ statusCode: '409' })
    expect((await storage.emptyBucket('fotos')).error).toBeNull()
    expect((await storage.deleteBucket('fotos')).error).toBeNull()
    expect((await storage.getBucket('fotos')).error).toMatchObject({ statusCode: '404' })
  })

  it.each(['visitor', 'ana', 'carla'] as const)('are neither seen nor touched by %s', async (person) => {
    const { storage } = await harness.client(person)
    expect(await storage.listBuckets()).toEqual({ data: [], error: null })
    expect((await storage.getBucket('profiles')).error).toMatchObject({ statusCode: '404' })
    expect((await storage.createBucket('mio')).error).toMatchObject({ statusCode: '403' })
    expect((await storage.updateBucket('profiles', { public: false })).error).toMatchObject({
      statusCode: '404',
    })
    expect((await storage.emptyBucket('profiles')).error).toMatchObject({ statusCode: '404' })
    expect((await storage.deleteBucket('profiles')).error).toMatchObject({ statusCode: '404' })
  })

  it('ask a size and a type of their files', async () => {
    await service.storage.createBucket('cartas', {
      public: false,
      fileSizeLimit: 10,
      allowedMimeTypes: ['text/*'],
    })
    const cartas = service.storage.from('cartas')
    expect((await cartas.upload('a.txt', '0123456789')).error).toBeNull()
    expect((await cartas.upload('b.txt', '0123456789+')).error).toMatchObject({
      status: 413,
      statusCode: '413',
    })
    expect((await cartas.upload('b.txt', new Blob(['0123456789+']))).error).toMatchObject({
      statusCode: '413',
    })
    expect((await cartas.upload('b.txt', Readable.from([Buffer.from('0123456789+')]))).error).toMatchObject({
      statusCode: '413',
    })
    expect((await cartas.upload('c.txt', Buffer.from([0, 1, 2]))).error).toMatchObject({
      status: 415,
      statusCode: '415',
    })
    expect((await cartas.list()).data!.map(({ name }) => name)).toEqual(['a.txt'])
  })
})

describe('uploads', () => {
  it.each([
    ['a string', () => 'una carta'],
    ['a buffer', () => Buffer.from('una carta')],
    ['a blob', () => new Blob(['una carta'], { type: 'text/plain' })],
    [
      'a form',
      () => {
        const form = new FormData()
        form.append('archivo', new Blob(['una carta'], { type: 'text/plain' }), 'carta.txt')
        return form
      },
    ],
    ['a stream', () => Readable.from([Buffer.from('una '), Buffer.from('carta')])],
  ])('take %s', async (kind, body) => {
    const name = `cartas de Ana/${kind} ñandú (1).txt`
    const { data, error } = await cajon(ana).upload(name, body(), {
      cacheControl: '60',
      metadata: { de: 'Ana' },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ path: name, fullPath: `cajon/${name}` })
    expect(await textOf((await cajon(ana).download(name)).data)).toBe('una carta')
    const { data: info } = await cajon(ana).info(name)
    expect(info).toMatchObject({ id: data!.id, size: 9, cacheControl: 'max-age=60', metadata: { de: 'Ana' } })
  })

  it('refuse a name that is taken, unless asked to replace it', async () => {
    expect((await cajon(ana).upload('una.txt', 'uno')).error).toBeNull()
    expect((await cajon(ana).upload('una.txt', 'dos')).error).toMatchObject({
      status: 409,
      statusCode: '409',
      message: 'The resource already exists',
    })
    const before = await harness.storedFiles()
    expect((await cajon(ana).upload('una.txt', 'tres', { upsert: true })).error).toBeNull()
    expect((await cajon(ana).update('una.txt', 'cuatro')).error).toBeNull()
    expect(await textOf((await cajon(ana).download('una.txt')).data)).toBe('cuatro')
    expect(await harness.storedFiles()).toHaveLength(before.length)
    expect((await cajon(ana).update('nunca.txt', 'x')).error).toMatchObject({ statusCode: '404' })
  })

  it('of one name at the same moment leave one whole file', async () => {
    const before = await harness.storedFiles()
    const bodies = Array.from({ length: 8 }, (_, turn) => String(turn).repeat(50_000))
    const answers = await Promise.all(
      bodies.map((body) => cajon(ana).upload('a la vez.txt', body, { upsert: true })),
    )
    expect(answers.map(({ error }) => error)).toEqual(bodies.map(() => null))
    const kept = await textOf((await cajon(ana).download('a la vez.txt')).data)
    expect(bodies).toContain(kept)
    expect(await harness.storedFiles()).toHaveLength(before.length + 1)
  })

  it('of one new name at the same moment succeed once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => cajon(ana).upload('solo una.txt', 'x')))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.message === 'The resource already exists')).toHaveLength(5)
  })

  it('name the file as it is declared, and what a browser would run by its bytes', async () => {
    const cases: [string, string | Buffer, string, string][] = [
      ['a.png', '<!doctype html><script>alert(1)</script>', 'image/png', 'text/html'],
      ['b.txt', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'text/plain', 'image/svg+xml'],
      ['c.json', '{"a":1}', 'application/json', 'application/json'],
      ['d.html', Buffer.from('%PDF-1.7\n'), 'text/html', 'application/pdf'],
      ['f.md', 'plain', 'text/markdown;charset=UTF-8', 'text/markdown;charset=UTF-8'],
      ['g.own', Buffer.from([1, 2, 3]), 'application/x-of-mine', 'application/x-of-mine'],
      ['h.js', 'alert(1)', 'text/javascript', 'text/plain'],
      ['e.bin', Buffer.from([1, 2, 3, 0xff]), 'text/html', 'application/octet-stream'],
    ]
    for (const [name, body, contentType, expected] of cases) {
      const { error } = await cajon(ana).upload(`tipos/${name}`, body, { contentType })
      expect(error, name).toBeNull()
      expect((await cajon(ana).info(`tipos/${name}`)).data, name).toMatchObject({ contentType: expected })
    }
  })
})

describe('who may', () => {
  beforeAll(async () => {
    await cajon(ana).upload('secreto.txt', 'solo mío', { upsert: true })
  })

  it.each(['visitor', 'bea', 'carla'] as const)('%s reaches nothing that is Ana’s', async (person) => {
    const other = cajon(await harness.client(person))
    expect((await other.download('secreto.txt')).error).toBeTruthy()
    expect((await other.info('secreto.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await other.exists('secreto.txt')).data).toBe(false)
    expect((await other.list()).data).toEqual([])
    expect((await other.listV2()).data).toMatchObject({ objects: [], folders: [] })
    expect((await other.createSignedUrl('secreto.txt', 60)).error).toMatchObject({ statusCode: '404' })
    expect((await other.createSignedUrls(['secreto.txt'], 60)).data).toMatchObject([{ signedUrl: null }])
    expect((await other.createSignedUploadUrl('secreto.txt', { upsert: true })).error).toMatchObject({
      statusCode: '403',
    })
    expect((await other.upload('secreto.txt', 'mío', { upsert: true })).error).toMatchObject({
      statusCode: '403',
    })
    expect((await other.update('secreto.txt', 'mío')).error).toMatchObject({ statusCode: '404' })
    expect((await other.move('secreto.txt', 'robado.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await other.copy('secreto.txt', 'robado.txt')).error).toMatchObject({ statusCode: '404' })
    expect((await other.remove(['secreto.txt'])).data).toEqual([])
    const { publicUrl } = other.getPublicUrl('secreto.txt').data
    expect((await fetch(publicUrl)).status).toBe(404)
    expect(await textOf((await cajon(ana).download('secreto.txt')).data)).toBe('solo mío')
  })

  it('refuses a token that is forged, expired or of another kind', async () => {
    const { url } = cajonUrl('secreto.txt')
    const { data } = await cajon(ana).createSignedUrl('secreto.txt', 60)
    const linkToken = new URL(data!.signedUrl).searchParams.get('token')!
    const [header, , signature] = (await harness.token('ana')).split('.')
    const forged = Buffer.from('{"role":"service_role"}').toString('base64url')
    for (const token of ['x', `${header}.${forged}.${signature}`, linkToken]) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
    }
  })
})

function cajonUrl(name: string): { url: string } {
  return { url: `${harness.server.url}/storage/v1/object/cajon/${name}` }
}

describe('listing', () => {
  const names = ['b.txt', 'a.txt', 'Carpeta/uno.txt', 'Carpeta/dos/tres.txt', 'abril.txt']
  beforeAll(async () => {
    for (const name of names) {
      expect((await cajon(bea).upload(name, name, { upsert: true })).error).toBeNull()
    }
  })
  const list = async (...args: Parameters<ReturnType<typeof cajon>['list']>) =>
    (await cajon(bea).list(...args)).data?.map(({ name, id }) => (id === null ? `${name}/` : name))

  it('shows one level, folders first', async () => {
    expect(await list()).toEqual(['Carpeta/', 'a.txt', 'abril.txt', 'b.txt'])
    expect(await list('Carpeta')).toEqual(['dos/', 'uno.txt'])
    expect(await list('Carpeta/dos/')).toEqual(['tres.txt'])
    expect(await list('Nada')).toEqual([])
  })

  it('pages, searches and sorts', async () => {
    expect(await list('', { limit: 2, offset: 1 })).toEqual(['a.txt', 'abril.txt'])
    expect(await list('', { search: 'AB' })).toEqual(['abril.txt'])
    expect(await list('', { search: '%' })).toEqual([])
    expect(await list('', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'Carpeta/',
      'b.txt',
      'abril.txt',
      'a.txt',
    ])
    expect(await list('', { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'Carpeta/',
      'b.txt',
      'a.txt',
      'abril.txt',
    ])
    const { error } = await cajon(bea).list('', { sortBy: { column: 'name; drop table x' } })
    expect(error).toMatchObject({ statusCode: '400' })
  })

  it('goes on from a cursor, folded at slashes or not', async () => {
    const keys: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await cajon(bea).listV2({ limit: 2, cursor })
      keys.push(...data!.objects.map(({ name }) => name))
      cursor = data!.nextCursor
    } while (cursor)
    expect(keys).toEqual(['Carpeta/dos/tres.txt', 'Carpeta/uno.txt', 'a.txt', 'abril.txt', 'b.txt'])
    const folded = (await cajon(bea).listV2({ with_delimiter: true })).data!
    expect(folded).toMatchObject({ hasNext: false, folders: [{ key: 'Carpeta', name: 'Carpeta/' }] })
    expect(folded.objects.map(({ name }) => name)).toEqual(['a.txt', 'abril.txt', 'b.txt'])
    const newest = await cajon(bea).listV2({ sortBy: { column: 'created_at', order: 'desc' }, limit: 1 })
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const dates = { created_at: instant, updated_at: instant, last_accessed_at: instant }
    expect(newest.data!.objects).toMatchObject([{ name: 'abril.txt', ...dates }])
    expect((await cajon(bea).listV2({ cursor: 'x' })).error).toMatchObject({ statusCode: '400' })
  })
})

describe('moving, copying, removing', () => {
  it('moves and copies within what is hers', async () => {
    await cajon(ana).upload('viejo.txt', 'contenido')
    expect((await cajon(ana).move('viejo.txt', 'cosas/nuevo.txt')).error).toBeNull()
    expect((await cajon(ana).exists('viejo.txt')).data).toBe(false)
    const copied = await cajon(ana).copy('cosas/nuevo.txt', 'cosas/copia.txt')
    expect(copied).toEqual({ data: { path: 'cajon/cosas/copia.txt' }, error: null })
    expect((await cajon(ana).copy('cosas/nuevo.txt', 'cosas/copia.txt')).error).toMatchObject({
      statusCode: '409',
    })
    expect((await cajon(ana).move('cosas/nuevo.txt', 'cosas/copia.txt')).error).toMatchObject({
      statusCode: '409',
    })
    const removed = await cajon(ana).remove(['cosas/nuevo.txt', 'cosas/no hay.txt'])
    expect(removed.data!.map(({ name }) => name)).toEqual(['cosas/nuevo.txt'])
    expect(await textOf((await cajon(ana).download('cosas/copia.txt')).data)).toBe('contenido')
  })

  it('asks the other bucket before anything goes there', async () => {
    await cajon(ana).upload('a la plaza.txt', 'x')
    const toPlaza = { destinationBucket: 'plaza' }
    expect((await cajon(ana).copy('a la plaza.txt', 'a.txt', toPlaza)).error).toMatchObject({
      statusCode: '403',
    })
    expect((await cajon(ana).move('a la plaza.txt', 'a.txt', toPlaza)).error).toMatchObject({
      statusCode: '403',
    })
    const mine = cajon(service)
    expect((await mine.move('a la plaza.txt', 'a.txt', toPlaza)).error).toBeNull()
    const { publicUrl } = service.storage.from('plaza').getPublicUrl('a.txt').data
    expect(await (await fetch(publicUrl)).text()).toBe('x')
    // A bucket of pictures takes no text by this way either.
    const toProfiles = { destinationBucket: 'profiles' }
    const back = service.storage.from('plaza')
    expect((await back.move('a.txt', 'avatars/a.png', toProfiles)).error).toMatchObject({ statusCode: '415' })
    expect((await back.copy('a.txt', 'avatars/a.png', toProfiles)).error).toMatchObject({ statusCode: '415' })
  })
})

describe('signed addresses', () => {
  beforeAll(async () => {
    await cajon(ana).upload('firmado ñ.txt', 'para ti', { upsert: true })
  })

  it('open one object until they end', async () => {
    const { data } = await cajon(ana).createSignedUrl('firmado ñ.txt', 60, { download: 'carta.txt' })
    const response = await fetch(data!.signedUrl)
    expect(await response.text()).toBe('para ti')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="carta.txt"/)
    const other = data!.signedUrl.replace('firmado', 'secreto')
    expect((await fetch(other)).status).toBe(400)
    const { data: many } = await cajon(ana).createSignedUrls(['firmado ñ.txt', 'no hay.txt'], 60)
    expect(many).toMatchObject([
      { error: null, path: 'firmado ñ.txt' },
      { error: expect.any(String), signedUrl: null },
    ])
    expect(await (await fetch(many![0]!.signedUrl!)).text()).toBe('para ti')
    const { data: short } = await cajon(ana).createSignedUrl('firmado ñ.txt', 1)
    await expect
      .poll(async () => (await fetch(short!.signedUrl)).status, { timeout: 30_000, interval: 200 })
      .toBe(400)
  })

  it('let somebody else upload one object for her', async () => {
    const { data } = await cajon(ana).createSignedUploadUrl('recibido.txt')
    const there = cajon(visitor)
    const sent = await there.uploadToSignedUrl('recibido.txt', data!.token, 'hola Ana', { upsert: true })
    expect(sent).toMatchObject({ data: { fullPath: 'cajon/recibido.txt' }, error: null })
    expect(await textOf((await cajon(ana).download('recibido.txt')).data)).toBe('hola Ana')
    // The link says whether it may replace, not who holds it.
    const again = await there.uploadToSignedUrl('recibido.txt', data!.token, 'otra', { upsert: true })
    expect(again.error).toMatchObject({ statusCode: '409' })
    const elsewhere = await there.uploadToSignedUrl('otro.txt', data!.token, 'x')
    expect(elsewhere.error).toMatchObject({ statusCode: '400' })
    const { data: link } = await cajon(ana).createSignedUrl('recibido.txt', 60)
    const downloadToken = new URL(link!.signedUrl).searchParams.get('token')!
    const mixed = await there.uploadToSignedUrl('recibido.txt', downloadToken, 'x')
    expect(mixed.error).toMatchObject({ statusCode: '400' })
  })
})

describe('serving', () => {
  let url: string
  beforeAll(async () => {
    const plaza = service.storage.from('plaza')
    await plaza.upload('cifras.txt', '0123456789', { cacheControl: '86400' })
    await plaza.upload('pagina.html', '<!doctype html><script>alert(1)</script>')
    url = plaza.getPublicUrl('cifras.txt').data.publicUrl
  })

  it('gives the headers that keep a file a file', async () => {
    const response = await fetch(url)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=86400',
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(/^inline; filename="cifras.txt"/),
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
    const page = await fetch(url.replace('cifras.txt', 'pagina.html'))
    expect(page.headers.get('content-disposition')).toMatch(/^attachment/)
    const saved = await fetch(`${url}?download=${encodeURIComponent('mis "cifras"\r\n.txt')}`)
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="mis _cifras___.txt"; filename*=UTF-8''mis%20%22cifras%22__.txt`,
    )
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['items=0-1', 200, '0123456789', null],
    ['bytes=10-', 416, null, 'bytes */10'],
    ['bytes=5-2', 416, null, 'bytes */10'],
    ['bytes=-0', 416, null, 'bytes */10'],
    ['bytes=a-b', 416, null, 'bytes */10'],
    ['bytes=99999999999999999999-', 416, null, 'bytes */10'],
  ])('answers the range %s with %i', async (range, status, body, contentRange) => {
    const response = await fetch(url, { headers: { range } })
    expect(response.status).toBe(status)
    expect(response.headers.get('content-range')).toBe(contentRange)
    if (body !== null) expect(await response.text()).toBe(body)
  })

  it('says that nothing changed', async () => {
    const first = await fetch(url)
    const eTag = first.headers.get('etag')!
    const date = first.headers.get('last-modified')!
    const status = async (headers: Record<string, string>) => (await fetch(url, { headers })).status
    expect(await status({ 'if-none-match': eTag })).toBe(304)
    expect(await status({ 'if-none-match': `"x", W/${eTag}` })).toBe(304)
    expect(await status({ 'if-none-match': '"x"', 'if-modified-since': date })).toBe(200)
    expect(await status({ 'if-modified-since': date })).toBe(304)
    expect(await status({ 'if-modified-since': new Date(0).toUTCString() })).toBe(200)
    expect(await status({ 'if-range': '"x"', range: 'bytes=0-1' })).toBe(200)
    expect(await status({ 'if-range': eTag, range: 'bytes=0-1' })).toBe(206)
  })

  it('answers a HEAD as the GET, without the file', async () => {
    const response = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-1' } })
    // Which a HEAD knows nothing of.
    expect(response.status).toBe(200)
    expect(response.headers.get('content-range')).toBeNull()
    expect(response.headers.get('content-length')).toBe('10')
    expect(await response.text()).toBe('')
    expect((await fetch(`${url}x`, { method: 'HEAD' })).status).toBe(404)
  })
})
