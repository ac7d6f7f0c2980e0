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
