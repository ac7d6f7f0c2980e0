import { inflateRawSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/** A picture as a phone takes it: wider than high, and with the place where it was taken written into it. */
export async function photograph(page: Page, colour = '#5b2e91') {
  const drawn = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1600
    canvas.height = 1000
    const context = canvas.getContext('2d')!
    context.fillStyle = fill
    context.fillRect(0, 0, 1600, 1000)
    return canvas.toDataURL('image/jpeg').split(',')[1]!
  }, colour)
  const picture = Buffer.from(drawn, 'base64')
  const place = Buffer.from('Exif\0\0GPSLatitude 19.4326077')
  const marker = Buffer.from([0xff, 0xe1, 0, place.length + 2])
  const buffer = Buffer.concat([picture.subarray(0, 2), marker, place, picture.subarray(2)])
  return { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer }
}

export function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as number[]
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + size)
    files.set(archive.toString('utf8', at + 46, at + 46 + name!), method ? inflateRawSync(packed) : packed)
    at += 46 + name! + extra! + comment!
  }
  return files
}
