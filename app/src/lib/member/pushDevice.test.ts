import { beforeEach, expect, it, vi } from 'vitest'
import { signedIn } from '../testing/signedIn.ts'
import { reconcile } from './pushDevice.ts'

type Asked = PromiseLike<{ data: unknown; error: unknown }>
const { device, service } = vi.hoisted(() => ({
  device: { unsubscribe: vi.fn(), has: 'subscription' as 'subscription' | 'worker' | 'nothing' },
  service: { client: undefined as unknown },
}))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../api/ask.ts', () => ({
  ask: async (question: (db: unknown) => Asked) => {
    const { data, error } = await question(service.client)
    if (error) throw error
    return data
  },
}))
vi.mock('../device/push.ts', () => ({
  pushWorker: async () => {
    const { unsubscribe } = device
    const subscription = device.has === 'subscription' ? { endpoint: 'https://push.mx/1', unsubscribe } : null
    return device.has === 'nothing' ? null : { pushManager: { getSubscription: async () => subscription } }
  },
  keysOf: ({ endpoint }: { endpoint: string }) => ({ endpoint, p256dh: 'p', auth: 'a' }),
}))

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

const zona_horaria = Intl.DateTimeFormat().resolvedOptions().timeZone
const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  device.unsubscribe.mockClear()
  device.has = 'subscription'
})

type Entered = { session: string; known: string; tokenEndsIn: number; row?: object }

/** @param known the session that the service knows the device under. @returns what is written about it */
function enter({ known, row, ...device }: Entered): string[] {
  const written: string[] = []
  service.client = signedIn({
    ...device,
    answer: (url, { method, body }) => {
      asked.push(`${method} ${decodeURIComponent(new URL(url).pathname + new URL(url).search)}`)
      if (method === 'POST') written.push(String(body))
      return Response.json([{ id: '1', endpoint: 'https://push.mx/1', zona_horaria, sesion: known, ...row }])
    },
  })
  return written
}

it.each([
  ['right', HOUR_S],
  ['a day ahead, by which her token is over', -DAY_S],
])(
  'a device is known under the session that she proved anew, where its clock is %s',
  async (_, tokenEndsIn) => {
    const written = enter({ session: 'nueva', known: 'anterior', tokenEndsIn })
    await reconcile('ana')
    expect(written).toEqual([expect.stringContaining('"user_id":"ana"')])
    expect(asked).toEqual([
      'GET /rest/v1/suscripciones_push?select=id,endpoint,zona_horaria,sesion&user_id=eq.ana',
      expect.stringMatching(/^POST .*[?&]on_conflict=user_id,endpoint(&|$)/),
    ])
    expect(device.unsubscribe).not.toHaveBeenCalled()
  },
)

it('is not written again while it is known as it is', async () => {
  const written = enter({ session: 'una', known: 'una', tokenEndsIn: -DAY_S })
  await reconcile('ana')
  expect(written).toEqual([])
})

it('is written again where she has travelled', async () => {
  const row = { zona_horaria: 'Antarctica/Troll' }
  const written = enter({ session: 'una', known: 'una', tokenEndsIn: HOUR_S, row })
  await reconcile('ana')
  expect(written.map((body) => JSON.parse(body))).toEqual([
    { user_id: 'ana', endpoint: 'https://push.mx/1', p256dh: 'p', auth: 'a', zona_horaria },
  ])
})

it('what she said of the time there counts on where the browser knows no zone', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Etc/Unknown',
  } as never)
  const row = { zona_horaria: 'Etc/GMT+5' }
  const written = enter({ session: 'nueva', known: 'anterior', tokenEndsIn: HOUR_S, row })
  await reconcile('ana')
  vi.restoreAllMocks()
  expect(written.map((body) => JSON.parse(body).zona_horaria)).toEqual(['Etc/GMT+5'])
})

it('is not written where nobody is signed in any more', async () => {
  const written = enter({ session: 'una', known: 'una', tokenEndsIn: HOUR_S })
  const client = service.client as { auth: { getClaims: () => Promise<unknown> } }
  client.auth.getClaims = async () => ({ data: null, error: null })
  await reconcile('ana')
  expect(written).toEqual([])
})

it('that the service does not know as hers is switched off, and nothing is written', async () => {
  const row = { endpoint: 'https://push.mx/2' }
  const written = enter({ session: 'nueva', known: 'anterior', tokenEndsIn: HOUR_S, row })
  await reconcile('ana')
  expect(device.unsubscribe).toHaveBeenCalledOnce()
  expect(written).toEqual([])
})

it.each(['worker', 'nothing'] as const)(
  'asks nobody where a device has %s that could be told',
  async (has) => {
    enter({ session: 'nueva', known: 'anterior', tokenEndsIn: HOUR_S })
    device.has = has
    await reconcile('ana')
    expect([asked, device.unsubscribe.mock.calls]).toEqual([[], []])
  },
)
