import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SILENCE_MS } from './silence.ts'
import { AUDIO, canReplace, checkArchivo, PDF, sendFile } from './upload.ts'

// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./ask.ts', () => ({ accessToken: async () => 'pase', ask: vi.fn() }))
vi.mock('./client.ts', () => ({ doubtSession: vi.fn() }))
vi.mock('../lib/installation/config.ts', () => ({
  loadConfig: async () => ({ supabaseUrl: 'https://casa.mx', anonKey: 'publica' }),
}))

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

it.each([
  ['otro.pdf', '/storage/v1/object/public/biblioteca/a.pdf', PDF, true],
  ['otro.PDF', 'https://casa.mx/storage/v1/object/public/biblioteca/a.pdf', PDF, true],
  ['otro.pdf', '/cuadernos/cuaderno-1.pdf', PDF, false],
  ['otro.pdf', null, PDF, false],
  ['otro.m4a', '/storage/v1/object/public/podcast/a.mp3', AUDIO, false],
  ['otro.mp3', '/storage/v1/object/public/podcast/a.mp3', AUDIO, true],
])('%s takes the place of %s', (name, url, clase, expected) => {
  expect(canReplace({ name }, url, clase)).toBe(expected)
})

describe('a file on its way', () => {
  /** The browser's request, as far as it is asked. */
  class Request extends EventTarget {
    static last: Request
    upload = new EventTarget()
    timeout = 0
    status = 0
    responseText = ''
    constructor() {
      super()
      Request.last = this
    }
    open() {}
    setRequestHeader() {}
    send() {}
    abort() {
      this.dispatchEvent(new Event('abort'))
      this.dispatchEvent(new Event('loadend'))
    }
    answer(status: number) {
      this.status = status
      this.dispatchEvent(new Event('load'))
      this.dispatchEvent(new Event('loadend'))
    }
    goes(part: number) {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: part, total: 1 }))
    }
  }
  const progress: number[] = []
  async function start() {
    const sent = sendFile({
      bucket: 'biblioteca',
      path: 'a.pdf',
      file: new Blob(['x']),
      text: (status) => `no: ${status}`,
      broken: 'Se cortó la conexión.',
      onProgress: (part) => progress.push(part),
    })
    // Whoever looks at it looks later.
    sent.catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    return { sent, request: Request.last }
  }

  beforeEach(() => {
    vi.useFakeTimers()
    progress.length = 0
    vi.stubGlobal('XMLHttpRequest', Request)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('may take as long as it likes, as long as it goes', async () => {
    const { sent, request } = await start()
    for (const part of [0.2, 0.6, 1]) {
      await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
      request.goes(part)
    }
    request.upload.dispatchEvent(new Event('load'))
    // The service looks into it; the browser ends that, should it never answer.
    await vi.advanceTimersByTimeAsync(2 * SILENCE_MS)
    expect(request.timeout).toBeGreaterThan(3 * SILENCE_MS)
    request.answer(200)
    await sent
    expect([progress, vi.getTimerCount()]).toEqual([[0.2, 0.6, 1], 0])
  })

  it('is given up when nothing goes any more, in the words of a connection that broke', async () => {
    const { sent, request } = await start()
    request.goes(0.2)
    await vi.advanceTimersByTimeAsync(SILENCE_MS)
    await expect(sent).rejects.toMatchObject({ code: 'network', message: 'Se cortó la conexión.' })
  })

  it('is told why it was refused', async () => {
    const { sent, request } = await start()
    request.answer(415)
    await expect(sent).rejects.toMatchObject({ status: 415, message: 'no: 415' })
    expect(vi.getTimerCount()).toBe(0)
  })
})
