import { expect, it, vi } from 'vitest'
import { signedIn } from '../../data/testing/signedIn.ts'
import { reconcile } from './pushDevice.ts'

type Asked = PromiseLike<{ data: unknown; error: unknown }>
const { device, service } = vi.hoisted(() => ({
  device: { unsubscribe: vi.fn() },
  service: { client: undefined as unknown },
}))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../data/ask.ts', () => ({
  ask: async (question: (db: unknown) => Asked) => {
    const { data, error } = await question(service.client)
    if (error) throw error
    return data
  },
}))
vi.mock('../../lib/device/push.ts', () => ({
  pushWorker: async () => ({
    pushManager: { getSubscription: async () => ({ endpoint: 'https://push.mx/1', ...device }) },
  }),
  keysOf: ({ endpoint }: { endpoint: string }) => ({ endpoint, p256dh: 'p', auth: 'a' }),
}))

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** @param known the session that the service knows the device under. @returns what is written about it */
function enter({ known, ...device }: { session: string; known: string; tokenEndsIn: number }): string[] {
  const written: string[] = []
  service.client = signedIn({
    ...device,
    answer: (_, { method, body }) => {
      if (method === 'POST') written.push(String(body))
      const zona_horaria = Intl.DateTimeFormat().resolvedOptions().timeZone
      return Response.json([{ id: '1', endpoint: 'https://push.mx/1', zona_horaria, sesion: known }])
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
    expect(device.unsubscribe).not.toHaveBeenCalled()
  },
)

it('is not written again while it is known as it is', async () => {
  const written = enter({ session: 'una', known: 'una', tokenEndsIn: -DAY_S })
  await reconcile('ana')
  expect(written).toEqual([])
})
