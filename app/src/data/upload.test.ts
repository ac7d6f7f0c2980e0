import { expect, it } from 'vitest'
import { AUDIO, checkArchivo, PDF } from './upload.ts'

const MB = 1024 * 1024

it.each([
  ['libro.pdf', 10, PDF, null],
  ['LIBRO.PDF', 20 * MB, PDF, null],
  ['libro.docx', 10, PDF, 'Elige un archivo PDF.'],
  ['pdf', 10, PDF, 'Elige un archivo PDF.'],
  ['libro.pdf', 0, PDF, 'Ese archivo está vacío.'],
  ['libro.pdf', 20 * MB + 1, PDF, 'Ese archivo es demasiado grande: caben 20 MB.'],
  ['charla.m4a', 200 * MB, AUDIO, null],
  ['charla.mp4', 10, AUDIO, 'Elige un archivo de audio: MP3, M4A, OGG, WAV, AAC o FLAC.'],
])('%s of %s bytes', (name, size, clase, said) => {
  expect(checkArchivo({ name, size }, clase)).toBe(said)
})
