import {
  ADTS,
  AdtsOutputFormat,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  FLAC,
  FlacOutputFormat,
  Input,
  type InputFormat,
  MP3,
  MP4,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
} from 'mediabunny'

/** How each kind is read, and written anew. */
const FORMATS: Readonly<Record<string, { reads: InputFormat[]; writes: () => OutputFormat }>> = {
  'audio/mpeg': { reads: [MP3], writes: () => new Mp3OutputFormat() },
  'audio/mp4': { reads: [MP4, QTFF], writes: () => new Mp4OutputFormat({ fastStart: false }) },
  'audio/ogg': { reads: [OGG], writes: () => new OggOutputFormat() },
  'audio/wav': { reads: [WAVE], writes: () => new WavOutputFormat() },
  'audio/aac': { reads: [ADTS], writes: () => new AdtsOutputFormat() },
  'audio/flac': { reads: [FLAC], writes: () => new FlacOutputFormat() },
}

export const AUDIO_TYPES: readonly string[] = Object.keys(FORMATS)

/**
 * Writes a sound anew from its packets alone: the same sound, bit by bit, without tags, covers, positions, the names of people and
 * programs, and without anything that stood before, between or behind the packets.
 * @param type what its bytes say it is
 * @throws Error where nothing of that kind can be read, or less of it than the file says there is
 */
export async function cleanAudio(source: string, target: string, type: string): Promise<void> {
  const format = FORMATS[type]
  if (!format) throw new Error(`nothing writes ${type}`)
  const input = new Input({ source: new FilePathSource(source), formats: format.reads })
  const track = await input.getPrimaryAudioTrack()
  const codec = await track?.getCodec()
  const config = await track?.getDecoderConfig()
  if (!track || !codec || !config) throw new Error('no sound in it')
  const output = new Output({ format: format.writes(), target: new FilePathTarget(target) })
  if (!output.format.getSupportedAudioCodecs().includes(codec)) throw new Error(`${codec} in ${type}`)
  const packets = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(packets)
  output.setMetadataTags({})
  await output.start()
  const decoderConfig = withoutComments(codec, config)
  let count = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // The last frame of a FLAC says nowhere how long it is: it would take a tag behind it along. A tenth of a second goes instead.
    if (codec === 'flac' && !isFrameOfFlac(packet.data)) continue
    await packets.add(packet, count === 0 ? { decoderConfig } : undefined)
    count += 1
  }
  if (count === 0) throw new Error('no sound in it')
  await output.finalize()
}

/** For each byte, what it makes of the 16 bits that a frame of FLAC ends with. Source: RFC 9639, section 9.3. */
const REMAINDERS = Uint16Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 8
  for (let bit = 0; bit < 8; bit++) rest = (rest << 1) ^ (rest & 0x8000 ? 0x8005 : 0)
  return rest
})

/** Whether these bytes are a frame of FLAC and nothing else: with its last 16 bits nothing remains. */
function isFrameOfFlac(bytes: Uint8Array): boolean {
  let rest = 0
  for (const byte of bytes) rest = ((rest << 8) & 0xffff) ^ REMAINDERS[(rest >> 8) ^ byte]!
  return rest === 0
}

/** What a decoder must know, without what its program wrote beside it. */
function withoutComments(codec: string, config: AudioDecoderConfig): AudioDecoderConfig {
  const { description } = config
  if (!description) return config
  const bytes = ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer, description.byteOffset, description.byteLength)
    : Buffer.from(description)
  if (codec === 'flac') return { ...config, description: streamInfo(bytes) }
  if (codec === 'vorbis') return { ...config, description: silentVorbis(bytes) }
  return config
}

/** `fLaC` and the one block that a decoder needs. Source: RFC 9639, section 8. */
function streamInfo(bytes: Buffer): Uint8Array {
  const at = bytes.subarray(0, 4).toString('latin1') === 'fLaC' ? 4 : 0
  const block = Buffer.from(bytes.subarray(at, at + 38))
  if (block.length !== 38 || (block[0]! & 0x7f) !== 0) throw new Error('no description of the sound')
  block[0] = 0x80
  return new Uint8Array(Buffer.concat([Buffer.from('fLaC'), block]))
}

/** The three headers of Vorbis with an empty second one. Source: Vorbis I, section 5; Xiph lacing as in Matroska. */
function silentVorbis(bytes: Buffer): Uint8Array {
  if (bytes[0] !== 2) throw new Error('no description of the sound')
  let at = 1
  const sizes = [0, 0].map(() => {
    let size = 0
    let part: number
    do {
      part = bytes[at++] ?? 0
      size += part
    } while (part === 255 && at < bytes.length)
    return size
  })
  const first = bytes.subarray(at, at + sizes[0]!)
  const setup = bytes.subarray(at + sizes[0]! + sizes[1]!)
  const comment = Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), Buffer.alloc(8), Buffer.from([1])])
  if (first.length > 254 || setup.length === 0) throw new Error('no description of the sound')
  return new Uint8Array(
    Buffer.concat([Buffer.from([2, first.length, comment.length]), first, comment, setup]),
  )
}
