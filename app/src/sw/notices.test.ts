import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openNotice } from './notices.ts'

/** With a browser that draws when the test lets it. What a real one does with it: `e2e/journeys/alarma-entera.spec.ts`. */

const message = (recibo: string, titulo = recibo) => ({
  tipo: 'alerta',
  codigo: `c-${recibo}`,
  recibo,
  titulo,
  cuerpo: 'Mira qué hacer',
  tag: `t-${recibo}`,
})

describe('notices', () => {
  const shown: string[] = []
  /** What stands below the title, and what it opens. */
  const told: unknown[] = []
  const acknowledged: string[] = []
  /** Which notices are not drawn by themselves, and what becomes of them. */
  let drawing: (title: string) => Promise<void>
  let asking: () => Promise<{ data: { recibo?: string } }[]>

  let showNotice: typeof import('./notices.ts').showNotice

  beforeEach(async () => {
    // Each has its own line of notices that wait.
    vi.resetModules()
    ;({ showNotice } = await import('./notices.ts'))
    vi.useFakeTimers()
    shown.length = 0
    told.length = 0
    acknowledged.length = 0
    drawing = async () => undefined
    asking = async () => []
    vi.stubEnv('VITE_SUPABASE_URL', 'http://servicio/')
    vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'anon')
    vi.stubGlobal('self', {
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
    })
    vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
      expect(url).toBe('http://servicio/rest/v1/rpc/acusar_entrega')
      acknowledged.push(JSON.parse(body).recibo)
      return { ok: true, status: 200 }
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })

  /** Hands messages over at once. @returns what the browser waits for, one for each */
  const push = (...messages: unknown[]) =>
    messages.map((data) => {
      const until = showNotice({ json: () => data } as PushMessageData)
      // As a browser does: what was refused ends with it.
      until.catch(() => undefined)
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

  it('to her own devices say nothing of what they are about, and open the page that does', async () => {
    await Promise.all(
      push(
        ...[
          'recordatorio',
          'llegada',
          'soporte',
          'devolucion',
          'guardia',
          'comunicado',
          'encuentro',
          'desconocido',
        ].map((tipo, id) => ({ tipo, id, titulo: 'no' })),
      ),
    )
    expect(new Set(shown)).toEqual(new Set(['Mi espacio']))
    expect(told).toEqual([
      ['Tienes un recordatorio', '/agenda'],
      ['Tienes algo pendiente', '/seguridad'],
      ['Tienes algo pendiente', '/soporte'],
      ['Tienes algo pendiente', '/cofre'],
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

describe('a notice that is opened', () => {
  /** Windows of the app, by path, and what became of them. */
  async function open(data: unknown, ...paths: string[]) {
    const done: string[] = []
    const windowAt = (path: string) => ({
      url: `https://app.test${path}`,
      focus: async () => done.push(`focus ${path}`),
      navigate: async (to: string) => {
        done.push(`navigate ${path} to ${to}`)
        return windowAt(to)
      },
    })
    vi.stubGlobal('location', { origin: 'https://app.test' })
    vi.stubGlobal('self', {
      clients: {
        matchAll: async () => paths.map(windowAt),
        openWindow: async (path: string) => done.push(`open ${path}`),
      },
    })
    await openNotice({ data, close: () => done.push('close') } as unknown as Notification)
    expect(done.shift()).toBe('close')
    return done
  }
  afterEach(() => void vi.unstubAllGlobals())

  it('shows the window that has its page, else sends one of the app there, else opens one', async () => {
    expect(await open({ opens: '/agenda' }, '/perfil', '/agenda')).toEqual(['focus /agenda'])
    expect(await open({ opens: '/agenda' }, '/perfil')).toEqual([
      'navigate /perfil to /agenda',
      'focus /agenda',
    ])
    expect(await open({ opens: '/agenda' })).toEqual(['open /agenda'])
    expect(await open(null)).toEqual(['open /agenda'])
  })

  it('of an alert has a window of its own, and no alert gives way to a reminder', async () => {
    expect(await open({ opens: '/alerta/x?por=push' }, '/agenda')).toEqual(['open /alerta/x?por=push'])
    expect(await open({ opens: '/agenda' }, '/alerta/x')).toEqual(['open /agenda'])
  })

  it('that was a test opens nothing', async () => {
    expect(await open({ opens: null }, '/agenda')).toEqual([])
  })
})
