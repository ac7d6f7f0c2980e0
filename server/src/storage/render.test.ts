import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedFolder, serveFolder } from '../../testing/folder.ts'

// Pictures in other sizes, by the official client. Source: Supabase documentation, "Storage Image Transformations".

let folder: ServedFolder
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).withMetadata({
    exif: { IFD0: { Artist: 'her' } },
  })
const bucket = () => folder.client('service').storage.from('covers')
beforeAll(async () => {
  folder = await serveFolder('blog')
  await bucket().upload('p.png', await picture(400, 200).png().toBuffer(), { contentType: 'image/png' })
  await bucket().upload('j.jpg', await picture(400, 200).jpeg().toBuffer(), { contentType: 'image/jpeg' })
  const open = folder.client('service').storage
  await open.createBucket('anything', { public: true })
  await open.from('anything').upload('text.txt', 'no picture')
  await open
    .from('anything')
    .upload('x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { contentType: 'image/svg+xml' })
  // 30 megapixels in a few kilobytes.
  await open
    .from('anything')
    .upload('bomb.png', await picture(6_000, 5_000).png().toBuffer(), { contentType: 'image/png' })
}, 240_000)
afterAll(() => folder?.close())

const get = (url: string, accept = '*/*') => fetch(url, { headers: { accept } })
const sizeOf = async (answer: Response) => {
  const { width, height, format, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return { width, height, format, exif }
}
const address = (transform: object, name = 'p.png') =>
  bucket().getPublicUrl(name, { transform }).data.publicUrl

describe('a picture in another size', () => {
  it.each([
    [
      { width: 100, height: 100 },
      { width: 100, height: 100 },
    ],
    [
      { width: 100, height: 100, resize: 'contain' },
      { width: 100, height: 50 },
    ],
    [
      { width: 100, height: 100, resize: 'fill' },
      { width: 100, height: 100 },
    ],
    [{ width: 100 }, { width: 100, height: 50 }],
    [{ height: 50 }, { width: 100, height: 50 }],
    [{ width: 2_000 }, { width: 400, height: 200 }],
    [{ quality: 30 }, { width: 400, height: 200 }],
  ])('%j is %j, of its own kind and without what it told', async (transform, size) => {
    const answer = await get(address(transform))
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sizeOf(answer)).toEqual({ ...size, format: 'png', exif: undefined })
  })

  it('is WebP for who takes it, unless its own kind was asked for', async () => {
    expect(await sizeOf(await get(address({ width: 10 }, 'j.jpg'), 'image/webp,*/*'))).toMatchObject({
      format: 'webp',
    })
    const origin = await get(address({ width: 10, format: 'origin' }, 'j.jpg'), 'image/webp,*/*')
    // What a cache must tell apart: who takes WebP, and whose page may read it.
    expect(origin.headers.get('vary')).toBe('Origin, Accept')
    expect(await sizeOf(origin)).toMatchObject({ format: 'jpeg' })
  })

  it('can be signed, and only as it was signed', async () => {
    const { data, error } = await bucket().createSignedUrl('p.png', 60, { transform: { width: 20 } })
    expect(error).toBeNull()
    const url = new URL(data!.signedUrl)
    expect(url.pathname).toContain('/render/image/sign/')
    expect(await sizeOf(await get(`${url.href}&width=300`))).toMatchObject({ width: 20 })
    const whole = url.href.replace('/render/image/sign/', '/object/sign/')
    expect((await get(whole)).status).toBe(400)
    const plain = await bucket().createSignedUrl('p.png', 60)
    const asPicture = plain.data!.signedUrl.replace('/object/sign/', '/render/image/sign/')
    expect((await get(asPicture)).status).toBe(400)
  })

  it('is downloaded by who may', async () => {
    const { data } = await bucket().download('p.png', { transform: { width: 30 } })
    expect((await sharp(Buffer.from(await data!.arrayBuffer())).metadata()).width).toBe(30)
  })

  it.each([
    [{ width: 2_501 }, 400],
    [{ width: 'x' }, 400],
    [{ quality: 19 }, 400],
    [{ resize: 'stretch' }, 400],
    [{ format: 'svg' }, 400],
  ])('is not made of %j', async (transform, status) => {
    expect((await get(address(transform as object))).status).toBe(status)
  })

  it.each([
    ['text.txt', 422],
    ['x.svg', 422],
    ['bomb.png', 413],
    ['nothing.png', 404],
  ])('is not made of %s', async (name, status) => {
    const url = folder
      .client()
      .storage.from('anything')
      .getPublicUrl(name, { transform: { width: 10 } }).data.publicUrl
    expect((await get(url)).status).toBe(status)
  })

  it('is not there where the folder does not ask for it', async () => {
    const other = await serveFolder('chat')
    try {
      const answer = await get(`${other.server.url}/storage/v1/render/image/public/x/y.png?width=10`)
      expect(await answer.json()).toMatchObject({ statusCode: '409', code: 'NotSupported' })
    } finally {
      await other.close()
    }
  })
})

it('what a folder holds is listed to nobody without a key, nor which folders there are', async () => {
  const prefix = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"prefix":""}' }
  for (const [path, options] of [
    ['object/list/covers', prefix],
    ['object/list-v2/covers', prefix],
    ['bucket', {}],
    ['bucket/covers', {}],
  ] as const) {
    const answer = await fetch(`${folder.server.url}/storage/v1/${path}`, options)
    expect([path, answer.status, await answer.json()]).toMatchObject([
      path,
      400,
      { statusCode: '400', message: "headers must have required property 'authorization'" },
    ])
  }
})
