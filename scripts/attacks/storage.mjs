import { randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'

/** A small picture, or one that says where it was taken. @param {{ place?: boolean }} [with_] */
function picture({ place = false } = {}) {
  const image = sharp({ create: { width: 32, height: 32, channels: 3, background: '#804060' } }).jpeg()
  if (!place) return image.toBuffer()
  return image.withExif({ IFD3: { GPSLatitude: '19/1 25/1 57/1', GPSLatitudeRef: 'N' } }).toBuffer()
}

/**
 * @param {import('./house.mjs').Person} who @param {string} where @param {Buffer} bytes @param {string} type
 * @param {Record<string, string>} [headers]
 */
function upload(who, where, bytes, type, headers = {}) {
  const init = { method: 'POST', body: new Uint8Array(bytes), headers: { 'content-type': type, ...headers } }
  return who.fetch(`/storage/v1/object/${where}`, init)
}

/**
 * Files: who may write where, and what may hide inside them.
 * @type {import('./house.mjs').Attack[]}
 */
export const attacks = [
  {
    id: 'storage/overwrite-her-picture',
    class: 'storage',
    as: 'member',
    name: 'puts his own picture in the place of hers',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      await upload(him, `profiles/avatars/${her.id}.jpg`, await picture(), 'image/jpeg', {
        'x-upsert': 'true',
      })
      const rows = await house.sql(`select from storage.objects where starts_with(name, 'avatars/' || $1)`, [
        her.id,
      ])
      return rows.length > 0 ? 'her picture is his' : undefined
    },
  },
  {
    id: 'storage/list-all-pictures',
    class: 'storage',
    as: 'member',
    name: 'lists the pictures of everybody, and with them every member',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      await upload(her, `profiles/avatars/${her.id}.jpg`, await picture(), 'image/jpeg')
      const { json } = await him.fetch('/storage/v1/object/list/profiles', {
        method: 'POST',
        body: { prefix: 'avatars', limit: 1000 },
      })
      return Array.isArray(json) && json.length > 0 ? `${json.length} members by their pictures` : undefined
    },
  },
  {
    id: 'storage/publish-a-book',
    class: 'storage',
    as: 'member',
    name: 'publishes a file of his own in the library',
    async run(house) {
      const him = await house.member()
      // A whole one: what is no document is refused whoever sends it.
      const document = await PDFDocument.create()
      document.addPage()
      const bytes = Buffer.from(await document.save())
      await upload(him, `biblioteca/${randomUUID()}.pdf`, bytes, 'application/pdf')
      const [{ count } = { count: 0 }] = await house.sql(
        `select count(*)::int from storage.objects where bucket_id = 'biblioteca' and owner_id = $1`,
        [him.id],
      )
      return count > 0 ? 'a book of his in the library' : undefined
    },
  },
  {
    id: 'uploads/place-in-a-picture',
    class: 'uploads',
    as: 'trusted contact',
    name: 'reads from her picture where it was taken',
    async run(house) {
      const her = await house.member()
      const name = `avatars/${her.id}.jpg`
      await upload(her, `profiles/${name}`, await picture({ place: true }), 'image/jpeg')
      const response = await fetch(`${house.url}/storage/v1/object/authenticated/profiles/${name}`, {
        headers: { authorization: `Bearer ${her.token}`, apikey: house.anonKey },
      })
      if (!response.ok) throw new Error(`her own picture answered ${response.status}`)
      const { exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      return exif ? 'the picture still says where' : undefined
    },
  },
  {
    id: 'uploads/picture-of-a-billion-pixels',
    class: 'uploads',
    as: 'member',
    name: 'sends a small file that becomes a picture of 64 megapixels',
    async run(house) {
      const him = await house.member()
      const size = { width: 8000, height: 8000, channels: /** @type {const} */ (3), background: '#fff' }
      const bytes = await sharp({ create: size }).png({ compressionLevel: 9 }).toBuffer()
      const { status } = await upload(him, `profiles/avatars/${him.id}.png`, bytes, 'image/png')
      return status === 200 ? `decoded 64 megapixels from ${bytes.length} bytes` : undefined
    },
  },
  {
    id: 'uploads/larger-than-the-bucket-takes',
    class: 'uploads',
    as: 'member',
    name: 'keeps a file larger than its bucket takes',
    async run(house) {
      const him = await house.member()
      const size = { width: 1600, height: 1600, channels: /** @type {const} */ (3), background: '#fff' }
      const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 60 }
      const bytes = await sharp({ create: { ...size, noise } })
        .png({ compressionLevel: 0 })
        .toBuffer()
      const { status } = await upload(him, `profiles/avatars/${him.id}.png`, bytes, 'image/png')
      return status === 200 ? `${bytes.length} bytes in a bucket of five megabytes` : undefined
    },
  },
  {
    id: 'links/upload-link-for-another-object',
    class: 'links',
    as: 'member',
    name: 'uses the link for uploading his picture to put a picture in her place',
    async run(house) {
      const [her, him] = [await house.member(), await house.member()]
      const { json } = await him.fetch(`/storage/v1/object/upload/sign/profiles/avatars/${him.id}.jpg`, {
        method: 'POST',
        body: {},
      })
      if (!json?.token) throw new Error('no link for his own picture')
      const init = {
        method: 'PUT',
        body: new Uint8Array(await picture()),
        headers: { 'content-type': 'image/jpeg' },
      }
      const where = `/storage/v1/object/upload/sign/profiles/avatars/${her.id}.jpg?token=${json.token}`
      await him.fetch(where, init)
      const rows = await house.sql(`select from storage.objects where starts_with(name, 'avatars/' || $1)`, [
        her.id,
      ])
      return rows.length > 0 ? 'a picture of his in her place' : undefined
    },
  },
]
