import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const pulso = vi.hoisted(() => ({ doubt: vi.fn(), served: vi.fn(), start: vi.fn() }))
vi.mock('../session/heartbeat.ts', () => ({ createPulso: () => pulso }))

/** The live connections that the client has opened, newest last. */
const sockets: Socket[] = []
class Socket extends EventTarget {
  static readonly OPEN = 1
  readonly readyState = 1
  readonly protocol = ''
  onopen = null
  onclose = null
  onmessage = null
  onerror = null
  constructor() {
    super()
    sockets.push(this)
  }
  send() {}
  close() {}
  says(data: unknown) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
  breaks(code: number) {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  sockets.length = 0
})

/** The live connection of a page. */
async function connect(): Promise<Socket> {
  vi.stubGlobal('fetch', async () => Response.json({ supabaseUrl: 'http://127.0.0.1:9', anonKey: 'anon' }))
  const { openClient } = await import('./client.ts')
  const client = await openClient()
  client.channel('circle').subscribe()
  await vi.waitFor(() => expect(sockets).not.toEqual([]))
  void client.removeAllChannels()
  return sockets.at(-1)!
}

it('asks whether the session still is when the live connection speaks of an error, and not for what it says else', async () => {
  const socket = await connect()
  for (const said of ['{"payload":{"status":"ok"}}', new ArrayBuffer(1)]) socket.says(said)
  expect(pulso.doubt).not.toHaveBeenCalled()
  socket.says('{"event":"phx_reply","payload":{"status":"error","response":{"reason":"no"}}}')
  expect(pulso.doubt).toHaveBeenCalledTimes(1)
})

it('asks when the live connection breaks, and not when it ends in order or the service begins anew', async () => {
  const socket = await connect()
  socket.breaks(1000)
  socket.breaks(1012)
  expect(pulso.doubt).not.toHaveBeenCalled()
  socket.breaks(1006)
  expect(pulso.doubt).toHaveBeenCalledTimes(1)
})

it('renews a session two seconds after the line is back, however long it was away', async () => {
  vi.useFakeTimers()
  // auth-js writes each answer that did not come.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const session = { access_token: 'a.b.c', refresh_token: 'uno', expires_at: 1, user: { id: 'ana' } }
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === 'sesion' ? JSON.stringify(session) : null),
      setItem() {},
      removeItem() {},
    })
    let isUp = false
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.includes('grant_type'))
        return Response.json({ supabaseUrl: 'http://127.0.0.1:9', anonKey: 'anon' })
      if (!isUp) throw new TypeError('Failed to fetch')
      return Response.json({ ...session, access_token: 'd.e.f', expires_in: 3600 })
    })
    const { openClient } = await import('./client.ts')
    const { auth } = await openClient()
    for (const secondsAway of [1, 15, 45, 70, 100]) {
      isUp = false
      const cut = auth.getSession()
      await vi.advanceTimersByTimeAsync(secondsAway * 1_000)
      isUp = true
      const next = auth.getSession()
      await vi.advanceTimersByTimeAsync(2_200)
      expect((await next).data.session?.access_token, `${secondsAway} s`).toBe('d.e.f')
      await cut
    }
  } finally {
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})
