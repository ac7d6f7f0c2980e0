import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  FilePathTarget,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rewriteDocument } from './admit.ts'
import { cleanAudio } from './clean/audio.ts'
import { cleanPdf } from './clean/pdf.ts'

/** Who made it and where: none of this may be in what is kept. */
const AUTHOR = 'Lucia Reyes'
const PLACE = '+19.4326-099.1332/'
const TRACES = new RegExp(`${AUTHOR}|19\\.4326|Lavf|iTunes|COMM|Grabadora`)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-clean-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

let counter = 0
async function kept(name: string): Promise<string> {
  counter += 1
  return path.join(folder, `${counter}-${name}`)
}

/** What the process for one file does, without the process, whose start takes a hundred times as long. */
const rewriteHere: typeof rewriteDocument = (source, target, type) =>
  type === 'application/pdf' ? cleanPdf(source, target) : cleanAudio(source, target, type)

/** @param rewrite `rewriteDocument` to clean it as the API does @returns what is kept of it */
async function clean(bytes: Uint8Array, type: string, rewrite = rewriteHere): Promise<Buffer> {
  const [source, target] = [await kept('in'), await kept('out')]
  await writeFile(source, bytes)
  await rewrite(source, target, type)
  return readFile(target)
}

const mp3 = () => readFile(path.resolve('app/src/features/seguridad/llamadaSegura/audio/llamada.mp3'))

function id3v2(text: string): Buffer {
  const body = Buffer.concat([
    Buffer.from('TPE1\0\0\0', 'latin1'),
    Buffer.from([text.length + 1, 0, 0, 3]),
    Buffer.from(text),
  ])
  return Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0', 'latin1'), Buffer.from([body.length]), body])
}

const id3v1 = (text: string) =>
  Buffer.concat([Buffer.from('TAG'), Buffer.from(text.padEnd(125, '\0'), 'latin1')])

function ape(text: string): Buffer {
  const item = Buffer.concat([
    Buffer.from([text.length, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from('Artist\0'),
    Buffer.from(text),
  ])
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX', 0)
  footer.writeUInt32LE(2000, 8)
  footer.writeUInt32LE(item.length + 32, 12)
  footer.writeUInt32LE(1, 16)
  return Buffer.concat([item, footer])
}

function riffChunk(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 0)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

function wav(seconds = 1): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(1, 2)
  format.writeUInt32LE(8000, 4)
  format.writeUInt32LE(16000, 8)
  format.writeUInt16LE(2, 12)
  format.writeUInt16LE(16, 14)
  const samples = Buffer.alloc(16000 * seconds)
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(((at * 37) % 2000) - 1000, at)
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    riffChunk('fmt ', format),
    riffChunk('LIST', Buffer.concat([Buffer.from('INFO'), riffChunk('IART', Buffer.from(`${AUTHOR}\0`))])),
    riffChunk('bext', Buffer.from(`Grabadora ${PLACE}`)),
    riffChunk('data', samples),
    riffChunk('id3 ', id3v2(AUTHOR)),
  ])
  return riffChunk('RIFF', body)
}

/** Source: RFC 7845, section 5.1. */
const OPUS_HEAD = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1')

/** A file as a program writes it, with tags. */
async function muxed(format: OutputFormat, codec: 'mp3' | 'opus', packets: EncodedPacket[]): Promise<Buffer> {
  const file = await kept('muxed')
  const output = new Output({ format, target: new FilePathTarget(file) })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, { name: AUTHOR })
  output.setMetadataTags({ artist: AUTHOR, comment: `Grabadora ${PLACE}`, title: AUTHOR })
  await output.start()
  for (const [index, packet] of packets.entries()) {
    await source.add(
      packet,
      index === 0
        ? {
            decoderConfig: {
              codec,
              numberOfChannels: 1,
              sampleRate: 48000,
              description: codec === 'opus' ? OPUS_HEAD : undefined,
            },
          }
        : undefined,
    )
  }
  await output.finalize()
  return readFile(file)
}

const silence = Array.from(
  { length: 50 },
  (_, n) => new EncodedPacket(new Uint8Array([0xf8, 0xff, 0xfe]), 'key', n * 0.02, 0.02),
)

/** The frames of an MP3 as packets of 24 ms. */
const frames = Array.from({ length: 30 }, (_, n) => {
  const frame = new Uint8Array(288)
  frame.set([0xff, 0xfb, 0x74, 0xc4])
  return new EncodedPacket(frame, 'key', n * 0.024, 0.024)
})

/** @returns the remainder that a frame of FLAC ends with, its head with 8 bits of it and the whole with 16. Source: RFC 9639, section 9. */
function remainder(bytes: Buffer, bits: 8 | 16): number {
  const [divisor, top, mask] = bits === 8 ? [0x07, 0x80, 0xff] : [0x8005, 0x8000, 0xffff]
  let rest = 0
  for (const byte of bytes) {
    rest ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++) rest = ((rest << 1) ^ (rest & top ? divisor : 0)) & mask
  }
  return rest
}

/** 192 samples, as they are, of one channel at 44.1 kHz with 16 bits. */
function flacFrame(number: number): Buffer {
  const head = Buffer.from([0xff, 0xf8, 0x19, 0x08, number])
  const samples = Buffer.alloc(192 * 2)
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16BE(((at * 37) % 2000) + number, at)
  const body = Buffer.concat([head, Buffer.from([remainder(head, 8), 0x02]), samples])
  const end = Buffer.alloc(2)
  end.writeUInt16BE(remainder(body, 16))
  return Buffer.concat([body, end])
}

const flacFrames = Array.from({ length: 20 }, (_, number) => flacFrame(number))

/** A FLAC with everything that a program may write beside the sound. Source: RFC 9639, section 8. */
function flac(): Buffer {
  const block = (kind: number, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(kind * 2 ** 24 + data.length)
    return Buffer.concat([head, data])
  }
  const info = Buffer.alloc(34)
  info.writeUInt16BE(192, 0)
  info.writeUInt16BE(192, 2)
  // 44,100 Hz in 20 bits, one channel, 16 bits of a sample, then how many samples.
  info.writeUInt32BE(44_100 * 2 ** 12 + 15 * 2 ** 4, 10)
  info.writeUInt32BE(192 * flacFrames.length, 14)
  const text = (words: string) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(Buffer.byteLength(words))
    return Buffer.concat([size, Buffer.from(words)])
  }
  const count = Buffer.from([2, 0, 0, 0])
  const comments = Buffer.concat([text('Lavf61'), count, text(`ARTIST=${AUTHOR}`), text(`LOCATION=${PLACE}`)])
  const sized = (words: string) => Buffer.concat([Buffer.from([0, 0, 0, words.length]), Buffer.from(words)])
  const picture = Buffer.concat([
    Buffer.from([0, 0, 0, 3]),
    ...[sized('image/png'), sized(AUTHOR), Buffer.alloc(16), sized(`Grabadora ${AUTHOR}`)],
  ])
  return Buffer.concat([
    id3v2(AUTHOR),
    Buffer.from('fLaC'),
    block(0, info),
    block(4, comments),
    block(2, Buffer.from(`Grab${AUTHOR}`)),
    block(6, picture),
    block(0x81, Buffer.from(AUTHOR)),
    ...flacFrames,
    id3v1(AUTHOR),
  ])
}

/** Frames of AAC LC, one channel at 44.1 kHz, each with its head. Source: ISO/IEC 13818-7, section 6.2. */
const adtsFrames = Array.from({ length: 20 }, (_, number) => {
  const sound = Buffer.alloc(200, 0x21 + number)
  const size = sound.length + 7
  const head = [0xff, 0xf1, 0x50, 0x40 | (size >> 11), (size >> 3) & 0xff, ((size & 7) << 5) | 0x1f, 0xfc]
  return Buffer.concat([Buffer.from(head), sound])
})

describe('sound is written anew from its packets', () => {
  it('MP3: ID3 before, within the gaps and behind, APE', async () => {
    const sound = await mp3()
    const dirty = Buffer.concat([id3v2(AUTHOR), sound, ape(AUTHOR), id3v1(AUTHOR)])
    expect(dirty.toString('latin1')).toMatch(TRACES)
    const result = await clean(dirty, 'audio/mpeg')
    expect(result.toString('latin1')).not.toMatch(TRACES)
    // Nearly all of it is sound: the same frames stand in it.
    expect(result.includes(sound.subarray(sound.length - 3000, sound.length - 1500))).toBe(true)
    expect(result.length).toBeGreaterThan(sound.length * 0.9)
  })

  it('WAV: LIST, bext and id3', async () => {
    const dirty = wav()
    expect(dirty.toString('latin1')).toMatch(TRACES)
    const result = await clean(dirty, 'audio/wav')
    expect(result.toString('latin1')).not.toMatch(TRACES)
    expect(result.includes(dirty.subarray(dirty.indexOf('data') + 8, dirty.indexOf('data') + 16000))).toBe(
      true,
    )
  })

  it('Ogg: comments', async () => {
    const dirty = await muxed(new OggOutputFormat(), 'opus', silence)
    expect(dirty.toString('latin1')).toMatch(TRACES)
    const result = await clean(dirty, 'audio/ogg')
    expect(result.toString('latin1')).not.toMatch(TRACES)
    expect(result.toString('latin1')).toMatch(/^OggS[\s\S]*OpusHead[\s\S]*OpusTags/)
  })

  it('M4A: udta, meta, the place atom, what lies free', async () => {
    const sound = await muxed(new Mp4OutputFormat({ fastStart: false }), 'mp3', frames)
    const atom = (kind: string, data: Buffer) => {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(data.length + 8)
      head.write(kind, 4, 'latin1')
      return Buffer.concat([head, data])
    }
    const dirty = Buffer.concat([
      sound,
      atom('udta', atom('\xa9xyz', Buffer.from(`\0\x12\x15\xc7${PLACE}`, 'latin1'))),
      atom('free', Buffer.from(AUTHOR)),
      atom('uuid', Buffer.from(`Grabadora ${AUTHOR}`)),
    ])
    expect(sound.toString('latin1')).toMatch(TRACES)
    const result = await clean(dirty, 'audio/mp4')
    expect(result.toString('latin1')).not.toMatch(TRACES)
    expect(result.subarray(4, 8).toString()).toBe('ftyp')
    expect(result.includes(Buffer.from(frames[0]!.data))).toBe(true)
  })

  it('FLAC: comments, pictures, what a program keeps for itself, ID3 before and behind', async () => {
    const dirty = flac()
    expect(dirty.toString('latin1').match(new RegExp(TRACES, 'g'))!.length).toBeGreaterThan(7)
    const result = await clean(dirty, 'audio/flac')
    expect(result.toString('latin1')).not.toMatch(TRACES)
    expect(result.subarray(0, 4).toString()).toBe('fLaC')
    // The last one cannot be told from the tag behind it.
    for (const frame of flacFrames.slice(0, -1)) expect(result.includes(frame)).toBe(true)
    expect(await clean(result, 'audio/flac')).toEqual(result)
  })

  it('FLAC: whole, where nothing stands behind it', async () => {
    const result = await clean(flac().subarray(0, -128), 'audio/flac')
    for (const frame of flacFrames) expect(result.includes(frame)).toBe(true)
    expect(result.toString('latin1')).not.toMatch(TRACES)
  })

  it('AAC: ID3 before and behind, APE', async () => {
    const dirty = Buffer.concat([id3v2(AUTHOR), ...adtsFrames, ape(AUTHOR), id3v1(AUTHOR)])
    expect(dirty.toString('latin1')).toMatch(TRACES)
    const result = await clean(dirty, 'audio/aac')
    expect(result.toString('latin1')).not.toMatch(TRACES)
    for (const frame of adtsFrames) expect(result.includes(frame.subarray(7))).toBe(true)
    expect(result.length).toBe(Buffer.concat(adtsFrames).length)
  })

  it('a long sound, whole', async () => {
    const large = wav(1000)
    const result = await clean(large, 'audio/wav', rewriteDocument)
    expect(result.length).toBeGreaterThan(15_900_000)
  })

  it.each([
    [
      'a cut M4A',
      'audio/mp4',
      async () => (await muxed(new Mp4OutputFormat({ fastStart: false }), 'mp3', frames)).subarray(0, 4000),
    ],
    ['a tag alone', 'audio/mpeg', async () => id3v2(AUTHOR)],
    [
      'a page that says it is sound',
      'audio/mpeg',
      async () => Buffer.from('ID3<script>alert(1)</script>'.repeat(500)),
    ],
    ['sound of another kind', 'audio/ogg', async () => wav()],
    ['a WAV without sound', 'audio/wav', async () => wav().subarray(0, 44)],
    ['nothing', 'audio/flac', async () => Buffer.from('fLaC')],
    [
      'an AAC of noise',
      'audio/aac',
      async () => Buffer.concat([Buffer.from([0xff, 0xf1]), Buffer.alloc(4000, 7)]),
    ],
  ])('%s is refused', async (_name, type, make) => {
    await expect(clean(await make(), type)).rejects.toThrow()
  })
})

describe('a document is written anew from its pages', () => {
  async function book(): Promise<PDFDocument> {
    const made = await PDFDocument.create()
    made.setAuthor(AUTHOR)
    made.setProducer('Grabadora')
    made.setTitle(AUTHOR)
    const xmp = made.context.stream(`<x:xmpmeta>${AUTHOR} ${PLACE}</x:xmpmeta>`)
    made.catalog.set(PDFName.of('Metadata'), made.context.register(xmp))
    await made.attach(Buffer.from(`${AUTHOR} ${PLACE}`), 'notas.txt', { description: AUTHOR })
    const photo = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#c2185b' } })
      .withExif({ IFD0: { Artist: AUTHOR }, IFD3: { GPSLatitude: '19/1 25/1 57/1' } })
      .jpeg()
      .toBuffer()
    expect(photo.toString('latin1')).toMatch(TRACES)
    const page = made.addPage([200, 200])
    page.drawText('Lo que se lee', { x: 20, y: 150, size: 12 })
    page.drawImage(await made.embedJpg(photo), { x: 20, y: 20 })
    page.node.set(
      PDFName.of('Annots'),
      made.context.obj([
        made.context.register(
          made.context.obj({ Type: 'Annot', Subtype: 'Text', T: PDFString.of(AUTHOR), Rect: [0, 0, 9, 9] }),
        ),
      ]),
    )
    page.node.set(PDFName.of('PieceInfo'), made.context.obj({ App: { Private: PDFString.of(AUTHOR) } }))
    return made
  }
  const saved = async (made: PDFDocument) =>
    Buffer.from(await made.save({ useObjectStreams: false, addDefaultPage: false }))
  /** Everything in it, also what is compressed. */
  async function whole(bytes: Buffer): Promise<string> {
    const loaded = await PDFDocument.load(bytes, { updateMetadata: false })
    const again = Buffer.from(await loaded.save({ useObjectStreams: false }))
    const utf16 = Buffer.from(AUTHOR, 'utf16le').swap16().toString('hex').toUpperCase()
    return `${again.toString('latin1')}`.replaceAll(new RegExp(utf16, 'gi'), AUTHOR)
  }

  it('author, program, place, remarks, attachments and photographs', async () => {
    const dirty = await saved(await book())
    expect(await whole(dirty)).toMatch(TRACES)
    const result = await clean(dirty, 'application/pdf')
    expect(await whole(result)).not.toMatch(TRACES)
    const loaded = await PDFDocument.load(result, { updateMetadata: false })
    expect([
      loaded.getPageCount(),
      loaded.getAuthor(),
      loaded.getProducer(),
      loaded.getCreationDate(),
    ]).toEqual([1, undefined, undefined, undefined])
    expect(await whole(result)).toMatch(/DCTDecode/)
  })

  it('what an earlier version left in the file', async () => {
    const dirty = await saved(await book())
    const late = `\n999 0 obj\n(${AUTHOR} ${PLACE})\nendobj\n`
    const at = dirty.lastIndexOf('xref')
    const both = Buffer.concat([dirty.subarray(0, at), Buffer.from(late), dirty.subarray(at)])
    expect(await whole(await clean(both, 'application/pdf'))).not.toMatch(TRACES)
  })

  it.each([
    [
      'locked',
      async () => {
        const made = await book()
        made.encrypt({ userPassword: 'x', ownerPassword: 'y' })
        return saved(made)
      },
    ],
    ['cut', async () => (await saved(await book())).subarray(0, 700)],
    ['a page of the web', async () => Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>')],
    ['without a page', async () => saved(await PDFDocument.create())],
  ])('%s is refused', async (_name, make) => {
    await expect(clean(await make(), 'application/pdf')).rejects.toThrow()
  })

  it('by the process that does so for the API', async () => {
    const result = await clean(await saved(await book()), 'application/pdf', rewriteDocument)
    expect(await whole(result)).not.toMatch(TRACES)
  })
})

it('leaves nothing of what it refused', async () => {
  const [source, target] = [await kept('in'), await kept('out')]
  await writeFile(source, 'ID3')
  await expect(rewriteDocument(source, target, 'audio/mpeg')).rejects.toMatchObject({
    status: 422,
    code: 'UnreadableFile',
  })
  await expect(stat(target)).rejects.toMatchObject({ code: 'ENOENT' })
})
