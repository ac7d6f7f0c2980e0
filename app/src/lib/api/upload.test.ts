import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { doubtSession } from './client.ts'
import { SILENCE_MS } from './stalledTransfer.ts'
import { AUDIO, canReplace, checkArchivo, PDF, sendFile } from './upload.ts'

// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./ask.ts', () => ({ accessToken: async () => 'pase', ask: vi.fn() }))
vi.mock('./client.ts', () => ({ doubtSession: vi.fn() }))
vi.mock('../installation/config.ts', () => ({
  loadConfig: async () => ({ supabaseUrl: 'https://casa.mx', anonKey: 'publica' }),
}))

const MB = 1024 * 1024

it.each([
  ['libro.pdf', 10, PDF, null],
  ['LIBRO.PDF', 20 * MB, PDF, null],
  ['libro.docx', 10, PDF, 'Elige un archivo PDF.'],
  ['pdf', 10, PDF, 'Elige un archivo PDF.'],
  ['libro.pdf.exe', 10, PDF, 'Elige un archivo PDF.'],
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
  ['sin final', null, PDF, false],
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
    address: string[] = []
    headers: Record<string, string> = {}
    sent: unknown[] = []
    open(...address: string[]) {
      this.address = address
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    send(body: unknown) {
      this.sent.push(body)
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
      this.dispatchEvent(new Event('loadend'))
    }
    answer(status: number, responseText = '') {
      Object.assign(this, { status, responseText })
      this.dispatchEvent(new Event('load'))
      this.dispatchEvent(new Event('loadend'))
    }
    breaks(how: 'error' | 'timeout') {
      this.dispatchEvent(new Event(how))
      this.dispatchEvent(new Event('loadend'))
    }
    goes(loaded: number, total = 1) {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
    }
  }
  const progress: number[] = []
  async function start(over: Partial<Parameters<typeof sendFile>[0]> = {}) {
    const sent = sendFile({
      bucket: 'biblioteca',
      path: 'a.pdf',
      file: new Blob(['x']),
      text: (status) => `no: ${status}`,
      broken: 'Se cortó la conexión.',
      onProgress: (part) => progress.push(part),
      ...over,
    })
    // A reader of it reads later.
    sent.catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    return { sent, request: Request.last }
  }

  beforeEach(() => {
    vi.useFakeTimers()
    progress.length = 0
    vi.mocked(doubtSession).mockClear()
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
    // The service checks the file; the browser ends that, should it never answer.
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

  it.each([
    [undefined, 'application/octet-stream'],
    ['application/pdf', 'application/pdf'],
  ])('goes to its place as hers, as what it is: %s', async (type, said) => {
    const file = new Blob(['x'], type ? { type } : {})
    const { request } = await start({ file, headers: { 'x-upsert': 'true' } })
    expect(request.address).toEqual(['POST', 'https://casa.mx/storage/v1/object/biblioteca/a.pdf'])
    expect(request.headers).toEqual({
      authorization: 'Bearer pase',
      apikey: 'publica',
      'content-type': said,
      'x-upsert': 'true',
    })
    expect(request.sent).toEqual([file])
  })

  it('says how much of it has gone, and nothing of it where the browser knows no size', async () => {
    const { request } = await start()
    request.goes(1, 4)
    request.goes(0, 0)
    request.goes(3, 0)
    expect(progress).toEqual([0.25, 0, 0])
  })

  it('has three minutes for an answer from when all of it has gone', async () => {
    const { request } = await start()
    await vi.advanceTimersByTimeAsync(20_000)
    request.upload.dispatchEvent(new Event('load'))
    // The browser counts from the start.
    expect(request.timeout).toBe(20_000 + 3 * 60_000)
  })

  it.each([
    ['the status', 413, '', 413],
    ['a redirection, which leads nowhere', 300, '', 300],
    ['the status within', 400, JSON.stringify({ statusCode: '413' }), 413],
    ['a body without a status', 400, '{}', 400],
    ['a page of somebody else', 502, '<html>', 502],
  ])('is told why it was refused by %s', async (_, status, body, real) => {
    const { sent, request } = await start()
    request.answer(status, body)
    await expect(sent).rejects.toMatchObject({ code: String(real), status: real, message: `no: ${real}` })
  })

  it.each([
    [401, '', 1],
    [403, '', 1],
    [400, JSON.stringify({ statusCode: '403' }), 1],
    [400, JSON.stringify({ statusCode: '401' }), 1],
    [400, '', 0],
    [415, '', 0],
    [500, '', 0],
  ])('refused with %s %s, her session is doubted %s times', async (status, body, times) => {
    const { sent, request } = await start()
    request.answer(status, body)
    await expect(sent).rejects.toThrow()
    // It is asked through a module that is loaded for it.
    await vi.dynamicImportSettled()
    expect(doubtSession).toHaveBeenCalledTimes(times)
  })

  it.each(['error', 'timeout'] as const)('ends in the words of a connection that broke: %s', async (how) => {
    const { sent, request } = await start()
    request.breaks(how)
    await expect(sent).rejects.toMatchObject({
      code: 'network',
      status: 0,
      message: 'Se cortó la conexión.',
    })
  })

  it('is stopped by its sender, also before it goes', async () => {
    const stop = new AbortController()
    const { sent } = await start({ signal: stop.signal })
    stop.abort()
    await expect(sent).rejects.toMatchObject({ code: 'aborted', message: 'Inténtalo de nuevo.' })

    const { sent: never, request } = await start({ signal: stop.signal })
    await expect(never).rejects.toMatchObject({ code: 'aborted' })
    expect(request.sent).toEqual([])
  })
})
