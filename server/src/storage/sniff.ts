import { isUtf8 } from 'node:buffer'

/** How many bytes at the beginning of a file decide its type. */
export const HEAD_BYTES = 4100

/** What the first bytes say. `at` is where the marks stand; every mark of a row must be there. */
const MAGIC: readonly { type: string; marks: readonly (readonly [at: number, bytes: string])[] }[] = [
  { type: 'image/jpeg', marks: [[0, '\xff\xd8\xff']] },
  { type: 'image/png', marks: [[0, '\x89PNG\r\n\x1a\n']] },
  { type: 'image/gif', marks: [[0, 'GIF87a']] },
  { type: 'image/gif', marks: [[0, 'GIF89a']] },
  // Files of the RIFF family name their kind after the length.
  {
    type: 'image/webp',
    marks: [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  },
  {
    type: 'audio/wav',
    marks: [
      [0, 'RIFF'],
      [8, 'WAVE'],
    ],
  },
  {
    type: 'video/x-msvideo',
    marks: [
      [0, 'RIFF'],
      [8, 'AVI '],
    ],
  },
  // ISO base media: the brand says which.
  { type: 'image/avif', marks: [[4, 'ftypavif']] },
  { type: 'image/avif', marks: [[4, 'ftypavis']] },
  { type: 'image/heic', marks: [[4, 'ftyphei']] },
  { type: 'image/heic', marks: [[4, 'ftyphev']] },
  { type: 'image/heif', marks: [[4, 'ftypmif1']] },
  { type: 'audio/mp4', marks: [[4, 'ftypM4A']] },
  { type: 'video/quicktime', marks: [[4, 'ftypqt']] },
  { type: 'video/3gpp', marks: [[4, 'ftyp3g']] },
  { type: 'video/mp4', marks: [[4, 'ftyp']] },
  { type: 'image/bmp', marks: [[0, 'BM']] },
  { type: 'image/tiff', marks: [[0, 'II*\0']] },
  { type: 'image/tiff', marks: [[0, 'MM\0*']] },
  { type: 'image/x-icon', marks: [[0, '\0\0\x01\0']] },
  { type: 'application/pdf', marks: [[0, '%PDF-']] },
  { type: 'application/zip', marks: [[0, 'PK\x03\x04']] },
  { type: 'application/zip', marks: [[0, 'PK\x05\x06']] },
  { type: 'application/gzip', marks: [[0, '\x1f\x8b']] },
  { type: 'application/x-7z-compressed', marks: [[0, "7z\xbc\xaf'\x1c"]] },
  { type: 'application/vnd.rar', marks: [[0, 'Rar!\x1a\x07']] },
  { type: 'application/wasm', marks: [[0, '\0asm']] },
  { type: 'application/x-msdownload', marks: [[0, 'MZ']] },
  { type: 'application/x-elf', marks: [[0, '\x7fELF']] },
  { type: 'application/x-cfb', marks: [[0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']] },
  { type: 'audio/mpeg', marks: [[0, 'ID3']] },
  { type: 'audio/mpeg', marks: [[0, '\xff\xfb']] },
  { type: 'audio/mpeg', marks: [[0, '\xff\xf3']] },
  { type: 'audio/mpeg', marks: [[0, '\xff\xf2']] },
  { type: 'audio/aac', marks: [[0, '\xff\xf1']] },
  { type: 'audio/aac', marks: [[0, '\xff\xf9']] },
  { type: 'audio/flac', marks: [[0, 'fLaC']] },
  { type: 'audio/midi', marks: [[0, 'MThd']] },
  { type: 'audio/ogg', marks: [[0, 'OggS']] },
  { type: 'video/webm', marks: [[0, '\x1a\x45\xdf\xa3']] },
  { type: 'font/woff', marks: [[0, 'wOFF']] },
  { type: 'font/woff2', marks: [[0, 'wOF2']] },
  { type: 'font/ttf', marks: [[0, '\0\x01\0\0\0']] },
  { type: 'font/otf', marks: [[0, 'OTTO']] },
]

/** Blanks and comments that may stand before the first element of a document. */
const LEAD = String.raw`^\s*(?:<!--[\s\S]*?-->\s*)*`
/** Documents that a browser would run, known by how they begin, as the WHATWG standard "MIME Sniffing" knows them. */
const HTML = new RegExp(
  `${LEAD}<(?:!doctype\\s+html|html|head|body|script|iframe|h1|div|font|table|a|style|title|b|br|p|img|meta|link|form|base|object|embed)[\\s>/]`,
  'i',
)
const XML = new RegExp(`${LEAD}<(?:\\?xml|!doctype|!entity)\\b`, 'i')
const SVG = new RegExp(`${LEAD}<svg[\\s>]`, 'i')

/** Types that bytes cannot tell apart: a family, and what its members may call themselves when they are sent. */
const REFINEMENTS: Readonly<Record<string, RegExp>> = {
  'text/plain':
    /^(text\/(plain|csv|tab-separated-values|markdown|calendar|vcard|vtt)|application\/(json|geo\+json|x-ndjson|x-subrip))$/,
  'application/zip':
    /^application\/(epub\+zip|vnd\.openxmlformats-officedocument\.[\w.-]+|vnd\.oasis\.opendocument\.[\w.-]+)$/,
  'application/x-cfb': /^application\/(msword|vnd\.ms-[\w.-]+)$/,
  'video/webm': /^(audio\/webm|video\/x-matroska)$/,
  'video/mp4': /^(audio\/mp4|video\/mp4)$/,
  'audio/ogg': /^(audio|video|application)\/ogg$/,
}

/**
 * The type of a file, from its first bytes; the type that the sender gave only chooses within a family whose members
 * look alike (plain text: JSON, CSV …).
 * @param head the first `HEAD_BYTES` bytes, or the whole of a shorter file
 * @param declared the sender's Content-Type
 * @returns a media type, with the sender's parameters only where hers was kept
 */
export function contentType(head: Buffer, declared: string | undefined): string {
  const detected = detect(head)
  const name = declared?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (
    declared !== undefined &&
    REFINEMENTS[detected]?.test(name) &&
    /^[\w!#$&^.+\-/;= "]{1,200}$/.test(declared)
  )
    return declared
  return detected
}

/** What the sender calls a file, where that is a media type at all. */
export function declaredType(declared: string | undefined): string | undefined {
  return declared !== undefined &&
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\w!#$&^.+\-/;= "]*)?$/.test(declared) &&
    declared.length <= 200
    ? declared
    : undefined
}

function detect(head: Buffer): string {
  for (const { type, marks } of MAGIC) {
    if (
      marks.every(([at, bytes]) => head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1')))
    )
      return type
  }
  const text = asText(head)
  if (text === undefined) return 'application/octet-stream'
  if (SVG.test(text)) return 'image/svg+xml'
  if (HTML.test(text)) return 'text/html'
  if (XML.test(text)) return /<svg[\s>]/i.test(text) ? 'image/svg+xml' : 'application/xml'
  return 'text/plain'
}

/** The head as text, or undefined where it is none: UTF-8 (or UTF-16 with its mark) without control characters. */
function asText(head: Buffer): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return head.subarray(2).toString('utf16le')
  if (head[0] === 0xfe && head[1] === 0xff) {
    const even = Buffer.from(head.subarray(2, 2 + ((head.length - 2) & ~1)))
    return even.swap16().toString('utf16le')
  }
  // A character may be cut where the head of a longer file ends: up to three bytes are left out of the check.
  const cuts = head.length < HEAD_BYTES ? [0] : [0, 1, 2, 3]
  const isWhole = cuts.some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))))
  if (!isWhole) return undefined
  const text = head.toString('utf8').replace(/^\ufeff/, '')
  // Blanks, tabs and line ends are text; any other control character is data.
  return /(?!\s)\p{Cc}/u.test(text) ? undefined : text
}
