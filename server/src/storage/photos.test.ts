import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, type Person, startHarness } from '../../testing/storage.ts'

let harness: Harness
let name: string
beforeAll(async () => {
  harness = await startHarness()
  name = `avatars/${await harness.id('ana')}`
})
afterAll(() => harness?.close())

const profiles = async (person: Person) => (await harness.client(person)).storage.from('profiles')
const square = (background = '#c2185b') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })

/** A photo as a phone takes it: held upright, with its position, its owner and a colour profile. */
function phonePhoto(): Promise<Buffer> {
  return square()
    .withExif({
      IFD0: { Copyright: 'Ana', Make: 'Phone', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '19/1 25/1 57/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '99/1 7/1 59/1',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
    )
    .withIccProfile('p3', { attach: true })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

describe('a photo', () => {
  it('is kept without position, device, owner or profile, and upright', async () => {
    const photo = await phonePhoto()
    const before = await sharp(photo).metadata()
    expect(before).toMatchObject({ orientation: 6, xmp: expect.anything(), icc: expect.anything() })
    // The tag that points at the position (Exif 2.3, GPSInfo).
    expect(
      before.exif!.includes(Buffer.from([0x25, 0x88])) || before.exif!.includes(Buffer.from([0x88, 0x25])),
    ).toBe(true)
    // Position also where a viewer that reads only bytes would look.
    const sent = Buffer.concat([photo, Buffer.from('GPSLatitude=19.43; GPSLongitude=-99.13')])
    const bucket = await profiles('ana')
    expect((await bucket.upload(`${name}.jpg`, sent, { upsert: true })).error).toBeNull()
    const response = await fetch(bucket.getPublicUrl(`${name}.jpg`).data.publicUrl)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    const kept = Buffer.from(await response.arrayBuffer())
    const after = await sharp(kept).metadata()
    expect(after).toMatchObject({ format: 'jpeg', width: 20, height: 40 })
    for (const tag of ['exif', 'xmp', 'icc', 'iptc', 'orientation'] as const)
      expect(after[tag]).toBeUndefined()
    expect(kept.includes('GPS')).toBe(false)
    expect(kept.includes('Exif')).toBe(false)
  })

  it.each(['png', 'webp', 'jpeg'] as const)('may be %s', async (format) => {
    const bucket = await profiles('ana')
    const picture = await square('#00897b').toFormat(format).toBuffer()
    const { error } = await bucket.upload(`${name}.webp`, picture, { upsert: true, contentType: 'text/html' })
    expect(error).toBeNull()
    const response = await fetch(bucket.getPublicUrl(`${name}.webp`).data.publicUrl)
    expect(response.headers.get('content-type')).toBe(`image/${format}`)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })

  it.each(['jpg', 'jpeg', 'png', 'webp'])('may be called .%s', async (extension) => {
    const bucket = await profiles('bea')
    const picture = await square().png().toBuffer()
    const path = `avatars/${await harness.id('bea')}.${extension}`
    expect((await bucket.upload(path, picture, { upsert: true })).error).toBeNull()
    expect((await bucket.remove([path])).data).toHaveLength(1)
  })
})

describe('what is no photo', () => {
  it.each([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415],
    [
      'SVG behind a prolog',
      async () => Buffer.from('<?xml version="1.0"?><!-- x --><svg onload="alert(1)"/>'),
      415,
    ],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a GIF that is a script', async () => Buffer.from('GIF89a/*\x01\x00*/=alert(1);//'), 415],
    ['a GIF', () => square().gif().toBuffer(), 415],
    ['a TIFF', () => square().tiff().toBuffer(), 415],
    ['an AVIF', () => square().avif().toBuffer(), 415],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n%%EOF'), 415],
    ['a ZIP', async () => Buffer.from('PK\x03\x04rest'), 415],
    ['only the mark of a JPEG', async () => Buffer.from([0xff, 0xd8, 0xff]), 415],
    [
      'HTML behind the mark of a JPEG',
      async () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
      415,
    ],
    ['HTML behind the mark of a PNG', async () => Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'), 415],
    ['half a JPEG', async () => (await noise(600, 600)).subarray(0, 20_000), 415],
    ['noise', async () => randomBytes(5_000), 415],
    ['nothing', async () => Buffer.alloc(0), 415],
    ['a PNG of 900 megapixels in a few kilobytes', async () => bombPng(30_000, 30_000), 413],
    [
      'a PNG of 26 megapixels',
      () =>
        sharp({ create: { width: 6500, height: 4000, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
      413,
    ],
    [
      '6 MB',
      async () => Buffer.concat([await square().jpeg().toBuffer(), Buffer.alloc(6 * 1024 * 1024)]),
      413,
    ],
  ])('%s is refused', async (_what, make, status) => {
    const bytes = await make()
    const bucket = await profiles('ana')
    for (const body of [bytes, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })]) {
      const { error } = await bucket.upload(`${name}.png`, body, { upsert: true, contentType: 'image/jpeg' })
      expect(error).toMatchObject({ status, statusCode: String(status) })
    }
    expect((await bucket.exists(`${name}.png`)).data).toBe(false)
  })

  it('what hides behind a picture does not stay', async () => {
    const picture = await square().jpeg().toBuffer()
    const bucket = await profiles('ana')
    const sent = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
    expect((await bucket.upload(`${name}.jpg`, sent, { upsert: true })).error).toBeNull()
    const kept = await (await bucket.download(`${name}.jpg`)).data!.text()
    expect(kept).not.toContain('script')
  })
})

describe('whose photo it is', () => {
  it.each(['visitor', 'bea', 'carla', 'ana'] as const)('%s writes no name but her own', async (person) => {
    const bucket = await profiles(person)
    const picture = await square().png().toBuffer()
    const bea = await harness.id('bea')
    const names = [
      'avatars/x.png',
      `${bea}.png`,
      'avatars/a/b.png',
      `avatars/${bea}.gif`,
      `avatars/${bea}.png.png`,
    ]
    if (person !== 'bea') names.push(`avatars/${bea}.png`)
    if (person !== 'ana') names.push(`${name}.jpg`)
    for (const path of names) {
      const { error } = await bucket.upload(path, picture, { upsert: true })
      expect(error, path).toMatchObject({ status: 403, statusCode: '403' })
    }
  })

  it.each(['visitor', 'bea', 'carla'] as const)('%s finds nobody else’s by listing', async (person) => {
    const picture = await square().png().toBuffer()
    expect((await (await profiles('ana')).upload(`${name}.jpeg`, picture, { upsert: true })).error).toBeNull()
    const bucket = await profiles(person)
    expect((await bucket.list()).data).toEqual([])
    expect((await bucket.list('avatars')).data).toEqual([])
    expect((await bucket.list('avatars', { search: name.slice(8, 12) })).data).toEqual([])
    expect((await bucket.listV2({ prefix: 'avatars/' })).data).toMatchObject({ objects: [] })
    expect((await bucket.remove([`${name}.jpeg`])).data).toEqual([])
    expect((await (await profiles('ana')).list('avatars')).data!.length).toBeGreaterThan(0)
  })
})

describe('what the installation publishes', () => {
  const published = async (person: Person, bucket: string) =>
    (await harness.client(person)).storage.from(bucket)
  const id = () => crypto.randomUUID()

  it("a therapist's photo is written anew too, and is the team's alone to add", async () => {
    const sent = Buffer.concat([await phonePhoto(), Buffer.from('GPSLatitude=19.43')])
    const path = `${id()}.jpg`
    expect((await (await published('ana', 'terapeutas')).upload(path, sent)).error).toMatchObject({
      status: 403,
    })
    const bucket = await published('carla', 'terapeutas')
    expect((await bucket.upload(path, sent)).error).toBeNull()
    const kept = Buffer.from(await (await fetch(bucket.getPublicUrl(path).data.publicUrl)).arrayBuffer())
    expect((await sharp(kept).metadata()).exif).toBeUndefined()
    expect(kept.includes('GPS')).toBe(false)
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    expect((await bucket.upload(`${id()}.jpg`, page)).error).toMatchObject({ statusCode: '415' })
  })

  it('a file takes the place of another: one address, the bytes of before gone, and what points to it knows', async () => {
    const [one, other] = await Promise.all([pages(1), pages(2)])
    const name = `${id()}.pdf`
    const bucket = await published('carla', 'biblioteca')
    expect((await bucket.upload(name, one!, { contentType: 'application/pdf' })).error).toBeNull()
    const { publicUrl } = bucket.getPublicUrl(name).data
    const libros = (await harness.client('carla')).from('biblioteca_libros')
    const url_pdf = new URL(publicUrl).pathname
    expect((await libros.insert({ titulo: 'Se reemplaza', semana: 3, url_pdf })).error).toBeNull()
    const stored = await harness.storedFiles()
    const before = Buffer.from(await (await fetch(publicUrl)).arrayBuffer())

    const ana = await published('ana', 'biblioteca')
    const taken = await ana.upload(name, other!, { contentType: 'application/pdf', upsert: true })
    expect(taken.error).toMatchObject({ status: 403 })
    const again = await bucket.upload(name, other!, { contentType: 'application/pdf', upsert: true })
    expect(again.error).toBeNull()
    const after = Buffer.from(await (await fetch(publicUrl)).arrayBuffer())
    expect(after.equals(before)).toBe(false)
    const left = await harness.storedFiles()
    expect(left).toHaveLength(stored.length)
    expect(stored.filter((file) => !left.includes(file))).toHaveLength(1)
    const row = await libros.select('url_pdf, archivo_version').eq('titulo', 'Se reemplaza').single()
    expect(row.data).toEqual({ url_pdf, archivo_version: 2 })
  })
})

/** A document of so many pages. */
async function pages(count: number): Promise<Buffer> {
  const made = await PDFDocument.create()
  for (let n = 0; n < count; n++)
    made.addPage([200, 200]).drawText(`Página ${n}`, { x: 20, y: 150, size: 12 })
  return Buffer.from(await made.save())
}

describe('when she leaves', () => {
  it('her photo leaves with her account', async () => {
    const { id } = await harness.server.createUser({
      email: 'dora@amparo.test',
      password: 'una-clave-bien-larga',
      confirmed: true,
      metadata: { username: 'Dora', identidad_genero: 'mujer cis' },
    })
    const service = await profiles('service')
    const mine = `avatars/${id}.png`
    expect((await service.upload(mine, await square().png().toBuffer())).error).toBeNull()
    await harness.server.query('delete from auth.users where id = $1', [id])
    expect((await service.exists(mine)).data).toBe(false)
    expect((await fetch(service.getPublicUrl(mine).data.publicUrl)).status).toBe(404)
  })
})

async function noise(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer()
}

/** A PNG whose few bytes unfold to `width` × `height` pixels. */
function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit per pixel, grey.
  header[8] = 1
  const row = Math.ceil(width / 8) + 1
  const data = deflateSync(Buffer.alloc(row * 64))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
