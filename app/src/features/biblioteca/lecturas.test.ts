import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SILENCE_MS } from '../../lib/api/stalledTransfer.ts'
import { fetchBook, ownRuta, readLecturas, saveLectura } from './lecturas.ts'

const device = vi.hoisted(() => ({ copies: new Map<string, unknown>(), onKeep: () => {} }))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../lib/offline/deviceStore.ts', () => ({
  readCopy: async (owner: string, name: string) => device.copies.get(`${owner} ${name}`) ?? null,
  keepCopy: async (owner: string, name: string, copy: unknown) => {
    device.copies.set(`${owner} ${name}`, copy)
    device.onKeep()
  },
}))

it.each([
  ['/cuadernos/cuaderno-1.pdf', '/cuadernos/cuaderno-1.pdf'],
  ['https://casa.mx/storage/v1/object/public/biblioteca/a.pdf', '/storage/v1/object/public/biblioteca/a.pdf'],
  ['/cuadernos/cuaderno-1.pdf?v=2', '/cuadernos/cuaderno-1.pdf?v=2'],
  ['https://otra.mx/libro.pdf', null],
  ['http://casa.mx/libro.pdf', null],
])('a book at %s is ours at %s', (url, path) => {
  expect(ownRuta(url, 'https://casa.mx')).toBe(path)
})

describe('a book on its way', () => {
  let send: ReadableStreamDefaultController<Uint8Array>
  let asked: AbortSignal
  let headers: Record<string, string>
  const progress: (number | null)[] = []
  const her = () => new AbortController()
  const load = ({ signal } = her()) =>
    fetchBook('/a.pdf', { signal, onPart: (part) => void progress.push(part) })
  const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  beforeEach(() => {
    vi.useFakeTimers()
    progress.length = 0
    headers = { 'content-length': '4' }
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      asked = signal!
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          send = controller
          signal!.addEventListener('abort', () => controller.error(signal!.reason))
        },
      })
      return new Response(body, { headers })
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('may take as long as it likes, as long as it comes', async () => {
    const book = load()
    await later(SILENCE_MS - 1)
    send.enqueue(new Uint8Array([1, 2]))
    await later(SILENCE_MS - 1)
    send.enqueue(new Uint8Array([3, 4]))
    await later(SILENCE_MS - 1)
    send.close()
    expect(await book).toMatchObject({ size: 4, type: 'application/pdf' })
    expect([progress, vi.getTimerCount()]).toEqual([[0.5, 1], 0])
  })

  it('tells of no part while nobody knows of how much', async () => {
    headers = {}
    const book = load()
    await later(1)
    send.enqueue(new Uint8Array([1, 2]))
    send.close()
    await book
    expect(progress).toEqual([null])
  })

  it('has no more to do with what she stops once it is there', async () => {
    const stop = her()
    const book = load(stop)
    await later(1)
    send.close()
    await book
    stop.abort()
    expect(asked.aborted).toBe(false)
  })

  it.each([
    ['is not there', () => new Response('No está.', { status: 404 }), 404],
    ['comes without a page', () => new Response(null, { status: 200 }), 200],
  ])('is none where it %s', async (_, answer, status) => {
    vi.stubGlobal('fetch', async () => answer())
    await expect(load()).rejects.toThrow(new TypeError(`the book answered ${status}`))
  })

  it('is given up when nothing comes any more', async () => {
    const failed = expect(load()).rejects.toMatchObject({ name: 'AbortError' })
    await later(SILENCE_MS - 1)
    send.enqueue(new Uint8Array([1, 2]))
    await later(SILENCE_MS)
    await failed
  })

  it('is given up when she says so', async () => {
    const stop = her()
    const failed = expect(load(stop)).rejects.toMatchObject({ name: 'AbortError' })
    await later(1)
    send.enqueue(new Uint8Array([1, 2]))
    stop.abort()
    await failed
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a book that is being stored', () => {
  const BOOK = { id: 'a', titulo: 'Uno', autor: null, url_pdf: 'https://casa.mx/a.pdf' }
  const stored = new Map<string, Response>()

  beforeEach(() => {
    device.copies.clear()
    device.onKeep = () => {}
    stored.clear()
    vi.stubGlobal('location', { origin: 'https://casa.mx' })
    vi.stubGlobal('fetch', async () => new Response('libro'))
    vi.stubGlobal('caches', {
      open: async () => ({
        put: async (path: string, response: Response) => void stored.set(path, response),
        delete: async (path: string) => stored.delete(path),
      }),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  const save = (her = new AbortController()) =>
    saveLectura('ana', BOOK as never, { signal: her.signal, onPart: () => {} })
  const stopped = () => {
    const her = new AbortController()
    device.onKeep = () => her.abort()
    return expect(save(her)).rejects.toMatchObject({ name: 'AbortError' })
  }
  const saveOther = (url_pdf = '/b.pdf') =>
    saveLectura('ana', { id: 'b', titulo: 'Dos', autor: 'Eva', url_pdf } as never, {
      signal: new AbortController().signal,
      onPart: () => {},
    })

  it('is fetched from this installation alone', async () => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    await expect(saveOther('https://otra.mx/b.pdf')).rejects.toThrow('another origin')
    expect(fetched).not.toHaveBeenCalled()
  })
  it('stands before those that were there, once however often it is saved, and opens as a book', async () => {
    await saveOther()
    await save()
    await save()
    expect(await readLecturas('ana')).toEqual([
      { id: 'a', titulo: 'Uno', autor: null, url: '/a.pdf' },
      { id: 'b', titulo: 'Dos', autor: 'Eva', url: '/b.pdf' },
    ])
    expect([...stored.keys()]).toEqual(['/b.pdf', '/a.pdf'])
    expect(Object.fromEntries(stored.get('/a.pdf')!.headers)).toEqual({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
    })
  })
  it('is not on the device when it was stopped, and others are', async () => {
    await stopped()
    expect([[...stored.keys()], device.copies.get('ana lecturas')]).toEqual([[], []])
    device.onKeep = () => {}
    await saveOther()
    await stopped()
    expect([...stored.keys()]).toEqual(['/b.pdf'])
    expect(device.copies.get('ana lecturas')).toMatchObject([{ id: 'b' }])
  })
  it('takes the place of what it was before it was replaced', async () => {
    await save()
    await saveLectura('ana', { ...BOOK, url_pdf: `${BOOK.url_pdf}?v=2` } as never, {
      signal: new AbortController().signal,
      onPart: () => {},
    })
    expect([...stored.keys()]).toEqual(['/a.pdf?v=2'])
    expect(device.copies.get('ana lecturas')).toMatchObject([{ id: 'a', url: '/a.pdf?v=2' }])
  })
  it('stays where it was before, also when it was stopped', async () => {
    await save()
    await stopped()
    expect([...stored.keys()]).toEqual(['/a.pdf'])
    expect(device.copies.get('ana lecturas')).toMatchObject([{ id: 'a' }])
  })
})
