/**
 * A JPEG without what a camera or a program noted in it: of the application segments stay those that decide how it looks (JFIF, the
 * colour profile, Adobe's colour transform).
 * Source: ITU-T T.81, annex B; Exif 2.32, section 4.5.
 * @returns the bytes as they were where they are no JPEG
 */
export function jpegWithoutMetadata(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return bytes
  const kept: Uint8Array[] = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    // Start of the image data: no metadata segments until its end.
    if (marker === 0xda) break
    const end = at + 2 + bytes[at + 2]! * 256 + bytes[at + 3]!
    const isNote =
      marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && ![0xe0, 0xe2, 0xee].includes(marker))
    if (!isNote) kept.push(bytes.subarray(at, end))
    at = end
  }
  kept.push(bytes.subarray(Math.min(at, bytes.length), endOfPicture(bytes)))
  return Buffer.concat(kept)
}

/** Data after the end marker (a second picture, a film) is dropped. */
function endOfPicture(bytes: Uint8Array): number {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(Buffer.from([0xff, 0xd9]))
  return end < 0 ? bytes.length : end + 2
}
