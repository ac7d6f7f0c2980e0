import { randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from 'mediabunny'

/** What the file says of whoever made it. */
const AUTHOR = 'Lucia Reyes'
const PLACE = '+19.4326-099.1332/'

/** @param {string} text */
function id3v2(text) {
  const frame = Buffer.concat([
    Buffer.from('TPE1\0\0\0', 'latin1'),
    Buffer.from([text.length + 1, 0, 0, 3]),
    Buffer.from(text),
  ])
  return Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0', 'latin1'), Buffer.from([frame.length]), frame])
}

/** Frames of MPEG sound, 24 ms each, in which nothing is heard. */
const FRAMES = Array.from({ length: 60 }, (_, n) => {
  const frame = new Uint8Array(288)
  frame.set([0xff, 0xfb, 0x74, 0xc4])
  return new EncodedPacket(frame, 'key', n * 0.024, 0.024)
})

/** @param {string} kind @param {Buffer} data */
function chunk(kind, data) {
  const head = Buffer.alloc(8)
  head.write(kind, 0)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

function recordedWav() {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8000, 4)
  format.writeUInt32LE(16000, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  return chunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WAVE'),
      chunk('fmt ', format),
      chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('IART', Buffer.from(`${AUTHOR}\0`))])),
      chunk('data', Buffer.alloc(16000)),
    ]),
  )
}

/**
 * @param {import('mediabunny').OutputFormat} format @param {'mp3' | 'opus'} codec @param {EncodedPacket[]} packets
 * @param {AudioDecoderConfig} decoderConfig
 */
async function muxed(format, codec, packets, decoderConfig) {
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  output.setMetadataTags({ artist: AUTHOR, comment: PLACE })
  await output.start()
  for (const [index, packet] of packets.entries()) {
    await source.add(packet, index === 0 ? { decoderConfig } : undefined)
  }
  await output.finalize()
  return Buffer.from(/** @type {ArrayBuffer} */ (target.buffer))
}

/**
 * Publishes a file as the admin and downloads it as a member, to see what it reveals about who made it.
 * @param {import('./house.mjs').House} house @param {'podcast' | 'biblioteca'} bucket @param {string} ending
 * @param {Buffer} bytes @param {string} type
 * @returns {Promise<Buffer>} as a member is given it
 */
async function publishedFile(house, bucket, ending, bytes, type) {
  const admin = await house.admin()
  const name = `${randomUUID()}.${ending}`
  const { error } = await admin.client.storage.from(bucket).upload(name, bytes, { contentType: type })
  if (error) throw error
  const answer = await fetch(`${house.url}/storage/v1/object/public/${bucket}/${name}`)
  if (!answer.ok) throw new Error(`not published: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** @param {Buffer} bytes */
const tells = (bytes) =>
  [AUTHOR, PLACE.slice(1, 8)].filter((trace) => bytes.includes(trace)).join(', ') || undefined

/** @param {(made: PDFDocument) => Promise<unknown> | unknown} write */
async function pdf(write) {
  const made = await PDFDocument.create()
  made.addPage([200, 200]).drawText('Lo que se lee')
  await write(made)
  return Buffer.from(await made.save({ useObjectStreams: false }))
}

/** @type {import('./house.mjs').Attack[]} */
export const attacks = [
  {
    id: 'uploads/author-of-an-mp3',
    class: 'uploads',
    as: 'member',
    name: 'reads in an episode who spoke it',
    broken: 'bd930d4',
    async run(house) {
      const sound = Buffer.concat([id3v2(AUTHOR), ...FRAMES.map(({ data }) => Buffer.from(data))])
      return tells(await publishedFile(house, 'podcast', 'mp3', sound, 'audio/mpeg'))
    },
  },
  {
    id: 'uploads/author-behind-an-mp3',
    class: 'uploads',
    as: 'member',
    name: 'reads at the end of an episode who spoke it',
    broken: 'bd930d4',
    async run(house) {
      const tag = Buffer.concat([Buffer.from('TAG'), Buffer.from(AUTHOR.padEnd(125, '\0'), 'latin1')])
      const sound = Buffer.concat([...FRAMES.map(({ data }) => Buffer.from(data)), tag])
      return tells(await publishedFile(house, 'podcast', 'mp3', sound, 'audio/mpeg'))
    },
  },
  {
    id: 'uploads/place-of-an-m4a',
    class: 'uploads',
    as: 'member',
    name: 'reads in an episode recorded with a phone where that was',
    broken: 'bd930d4',
    async run(house) {
      const config = { codec: 'mp3', numberOfChannels: 1, sampleRate: 48000 }
      const sound = await muxed(new Mp4OutputFormat({ fastStart: false }), 'mp3', FRAMES, config)
      return tells(await publishedFile(house, 'podcast', 'm4a', sound, 'audio/mp4'))
    },
  },
  {
    id: 'uploads/author-of-an-ogg',
    class: 'uploads',
    as: 'member',
    name: 'reads in the comments of an episode who spoke it',
    broken: 'bd930d4',
    async run(house) {
      const silence = FRAMES.map(
        (_, n) => new EncodedPacket(new Uint8Array([0xf8, 0xff, 0xfe]), 'key', n * 0.02, 0.02),
      )
      const description = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1')
      const config = { codec: 'opus', numberOfChannels: 1, sampleRate: 48000, description }
      const sound = await muxed(new OggOutputFormat(), 'opus', silence, config)
      return tells(await publishedFile(house, 'podcast', 'ogg', sound, 'audio/ogg'))
    },
  },
  {
    id: 'uploads/author-of-a-wav',
    class: 'uploads',
    as: 'member',
    name: 'reads in a recording who made it',
    broken: 'bd930d4',
    run: async (house) => tells(await publishedFile(house, 'podcast', 'wav', recordedWav(), 'audio/wav')),
  },
  {
    id: 'uploads/author-of-a-pdf',
    class: 'uploads',
    as: 'member',
    name: 'reads in a book’s properties who wrote it, and where',
    broken: 'bd930d4',
    async run(house) {
      const book = await pdf((made) => {
        const xmp = made.context.stream(`<x:xmpmeta>${AUTHOR} ${PLACE}</x:xmpmeta>`)
        made.catalog.set(made.context.obj('Metadata'), made.context.register(xmp))
      })
      return tells(await publishedFile(house, 'biblioteca', 'pdf', book, 'application/pdf'))
    },
  },
  {
    id: 'uploads/earlier-version-of-a-pdf',
    class: 'uploads',
    as: 'member',
    name: 'finds in a book what an earlier version of it said',
    broken: 'bd930d4',
    async run(house) {
      const book = await pdf((made) =>
        made.context.register(made.context.obj({ Antes: made.context.obj(`${AUTHOR}`) })),
      )
      const at = book.lastIndexOf('xref')
      const left = Buffer.from(`\n999 0 obj\n(${AUTHOR} ${PLACE})\nendobj\n`)
      const bytes = Buffer.concat([book.subarray(0, at), left, book.subarray(at)])
      return tells(await publishedFile(house, 'biblioteca', 'pdf', bytes, 'application/pdf'))
    },
  },
  {
    id: 'uploads/page-that-pretends-to-be-a-book',
    class: 'uploads',
    as: 'leaked admin',
    name: 'publishes as a book what only begins like one',
    broken: 'bd930d4',
    async run(house) {
      const bytes = Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>')
      const found = await publishedFile(house, 'biblioteca', 'pdf', bytes, 'application/pdf').catch(
        () => undefined,
      )
      return found ? 'a page with a script, published as a book' : undefined
    },
  },
]
