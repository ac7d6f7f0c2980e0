import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/**
 * The worker as it is written, with a browser that draws when the test lets it. What a real one does with it is walked in
 * `e2e/alarma-entera.spec.ts`.
 */

const source = (await readFile(join(import.meta.dirname, 'sw.js'), 'utf8'))
  .replace('__RELEASE__', 'prueba')
  .replace('__FILES__', '[]')
  .replace('__FIRST__', '[]')
  .replace('__LATER__', '[]')
  .replace('__SERVICE__', JSON.stringify({ supabaseUrl: 'http://servicio', anonKey: 'anon' }))

const message = (recibo: string, titulo = recibo) => ({
  tipo: 'alerta',
  codigo: `c-${recibo}`,
  recibo,
  titulo,
  cuerpo: 'Mira qué hacer',
  tag: `t-${recibo}`,
})

describe('the notices of the worker', () => {
  const shown: string[] = []
  /** What stands below the title, and what it opens. */
  const told: unknown[] = []
  const acknowledged: string[] = []
  /** Which notices are not drawn by themselves, and what becomes of them. */
  let drawing: (title: string) => Promise<void>
  let asking: () => Promise<{ data: { recibo?: string } }[]>
  let listeners: Map<string, (event: unknown) => void>

  beforeEach(() => {
    vi.useFakeTimers()
    shown.length = 0
    told.length = 0
    acknowledged.length = 0
    drawing = async () => undefined
    asking = async () => []
    listeners = new Map()
    const self = {
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
      registration: {
        getNotifications: () => asking(),
        showNotification: async (
          title: string,
          { body, data }: { body: string; data: { opens: string } },
        ) => {
          await drawing(title)
          shown.push(title)
          told.push([body, data.opens])
        },
      },
    }
    const fetch = async (_: string, { body }: { body: string }) => {
      acknowledged.push(JSON.parse(body).recibo)
      return { ok: true, status: 200 }
    }
    runInContext(source, createContext({ self, fetch, setTimeout, clearTimeout, URL, console }))
  })
  afterEach(() => vi.useRealTimers())

  /** Hands messages over at once. @returns what the browser waits for, one for each */
  const push = (...messages: unknown[]) =>
    messages.map((data) => {
      let until: Promise<unknown> = Promise.reject(new Error('nothing to wait for'))
      until.catch(() => undefined)
      listeners.get('push')!({
        data: { json: () => data },
        waitUntil: (work: Promise<unknown>) => {
          until = work
          // As a browser does: whoever was refused ends with it.
          until.catch(() => undefined)
        },
      })
      return until
    })

  it('are drawn one after the other, in their order, and told to have arrived once each is there', async () => {
    const underWay: string[] = []
    let most = 0
    drawing = async (title) => {
      underWay.push(title)
      most = Math.max(most, underWay.length)
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(acknowledged).not.toContain(title)
      underWay.pop()
    }
    asking = async () => {
      expect(underWay, 'nobody asks what is shown while a notice is drawn').toEqual([])
      return []
    }
    const all = push(message('uno'), { tipo: 'recordatorio', id: 7 }, message('dos'))
    await vi.advanceTimersByTimeAsync(3_000)
    await Promise.all(all)
    expect(shown).toEqual(['uno', 'Mi espacio', 'dos'])
    expect([most, acknowledged]).toEqual([1, ['uno', 'dos']])
  })

  it('to her own devices say nothing of what they are about, and open the room that does', async () => {
    await Promise.all(
      push(
        ...['recordatorio', 'llegada', 'soporte', 'guardia', 'comunicado', 'encuentro', 'desconocido'].map(
          (tipo, id) => ({ tipo, id, titulo: 'no' }),
        ),
      ),
    )
    expect(new Set(shown)).toEqual(new Set(['Mi espacio']))
    expect(told).toEqual([
      ['Tienes un recordatorio', '/agenda'],
      ['Tienes algo pendiente', '/seguridad'],
      ['Tienes algo pendiente', '/soporte'],
      ['Te esperan', '/admin/hoy'],
      ['Hay algo nuevo', '/novedades'],
      ['Tienes un recordatorio', '/novedades'],
      ['Tienes un recordatorio', '/agenda'],
    ])
  })

  it('that are never drawn hold the next one up for seconds only, and are not told to have arrived', async () => {
    drawing = (title) => (title === 'nunca' ? new Promise(() => undefined) : Promise.resolve())
    push(message('nunca'), message('dos'), message('tres'))
    await vi.advanceTimersByTimeAsync(3_900)
    expect(shown).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect([shown, acknowledged]).toEqual([
      ['dos', 'tres'],
      ['dos', 'tres'],
    ])
  })

  it('each have those seconds from their own turn', async () => {
    drawing = (title) =>
      title === 'dos' ? new Promise((resolve) => setTimeout(resolve, 3_000)) : new Promise(() => undefined)
    push(message('uno'), message('dos'), message('tres'), { tipo: 'llegada', id: 'x' })
    await vi.advanceTimersByTimeAsync(6_900)
    expect(shown).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(shown).toEqual(['dos'])
  })

  it('drawn late are told to have arrived, late', async () => {
    drawing = (title) =>
      title === 'lenta' ? new Promise((resolve) => setTimeout(resolve, 9_000)) : Promise.resolve()
    push(message('lenta'), message('dos'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(acknowledged).toEqual(['dos'])
    await vi.advanceTimersByTimeAsync(5_000)
    expect([shown, acknowledged]).toEqual([
      ['dos', 'lenta'],
      ['dos', 'lenta'],
    ])
  })

  it('that the browser refuses stop no other', async () => {
    drawing = async (title) => {
      if (title === 'no') throw new TypeError('no permission')
    }
    const [refused, , last] = push(message('no'), { tipo: 'recordatorio', id: 7 }, message('dos'))
    await expect(refused).rejects.toThrow('no permission')
    await vi.advanceTimersByTimeAsync(10)
    await last
    expect([shown, acknowledged]).toEqual([['Mi espacio', 'dos'], ['dos']])
  })

  it('are shown where the browser does not say, or never says, what it shows already', async () => {
    asking = async () => {
      throw new TypeError('no')
    }
    push(message('uno'))
    await vi.advanceTimersByTimeAsync(10)
    asking = () => new Promise(() => undefined)
    push(message('dos'))
    await vi.advanceTimersByTimeAsync(1_600)
    expect(shown).toEqual(['uno', 'dos'])
  })

  it('that are shown already are not drawn again, and told once more to have arrived', async () => {
    asking = async () => [{ data: { recibo: 'uno' } }]
    await Promise.all([...push(message('uno')), vi.advanceTimersByTimeAsync(10)])
    expect([shown, acknowledged]).toEqual([[], ['uno']])
  })
})

describe('a text that another app shares', () => {
  const ORIGIN = 'https://casa.example'
  let listeners: Map<string, (event: unknown) => void>

  beforeEach(() => {
    vi.useFakeTimers()
    listeners = new Map()
    const self = {
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
    }
    const location = { origin: ORIGIN }
    runInContext(source, createContext({ self, location, setTimeout, URL, FormData, Response: Redirected }))
  })
  afterEach(() => vi.useRealTimers())

  const Redirected = {
    redirect: (to: string, status: number) => ({ to, status }),
  }

  /** Hands it over as the telephone does. @returns what the window is answered; undefined where the worker leaves it alone */
  const share = (fields: Record<string, string>, path = '/compartir', origin = ORIGIN) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    let answer: unknown
    listeners.get('fetch')!({
      request: { method: 'POST', url: origin + path, formData: async () => form },
      respondWith: (given: unknown) => {
        answer = given
      },
      waitUntil: () => undefined,
    })
    return answer
  }
  const read = () => {
    let said: unknown
    const ports = [
      {
        postMessage: (text: unknown) => {
          said = text
        },
      },
    ]
    listeners.get('message')!({ data: 'compartido', ports })
    return said
  }

  it('leads to the diary by an address that tells nothing of it, and is there until the diary has it', async () => {
    expect(read()).toBe('')
    expect(await share({ titulo: 'Un poema', texto: 'Verso', enlace: ' ' })).toEqual({
      to: '/diario-emocional',
      status: 303,
    })
    expect(read()).toBe('Un poema\nVerso')
    expect(read()).toBe('Un poema\nVerso')
    listeners.get('message')!({ data: 'olvida', ports: [] })
    expect(read()).toBe('')
  })

  it('is forgotten after four minutes, and the next one has four of its own', async () => {
    await share({ texto: 'Uno' })
    await vi.advanceTimersByTimeAsync(200_000)
    await share({ texto: 'Dos' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read()).toBe('Dos')
    await vi.advanceTimersByTimeAsync(200_000)
    expect(read()).toBe('')
  })

  it('is no longer than a page of the diary, and no other request is touched', async () => {
    await share({ texto: 'a'.repeat(50_000) })
    expect(read()).toHaveLength(20_000)
    expect(share({ texto: 'x' }, '/rest/v1/diario')).toBeUndefined()
    expect(share({ texto: 'x' }, '/compartir', 'https://otra.example')).toBeUndefined()
  })
})
