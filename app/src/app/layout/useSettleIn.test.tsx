import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock('../routes.tsx', () => ({ routes: [] }))
const fetched = vi.hoisted(() => [] as string[])
vi.mock('../routing.ts', () => ({
  findRoute: (path: string) => ({ screen: { preload: async () => void fetched.push(path) } }),
}))
vi.mock('../../lib/device/sparesData.ts', () => ({ sparesData: () => true }))
vi.mock('../../lib/member/numeros.ts', () => ({ learnNumeros: async () => {} }))
vi.mock('./useContactosFirst.ts', () => ({ contactosFirst: async () => {} }))
vi.mock('./later.ts', () => ({ later: () => {} }))

const persist = vi.fn(async () => true)
const postMessage = vi.fn()

beforeEach(() => {
  vi.resetModules()
  fetched.length = 0
  persist.mockClear()
  postMessage.mockClear()
  vi.stubEnv('PROD', true)
  const registration = { active: { postMessage } }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { register: async () => registration, ready: Promise.resolve(registration) },
  })
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } })
})
afterEach(() => {
  vi.unstubAllEnvs()
  for (const name of ['serviceWorker', 'storage']) Reflect.deleteProperty(navigator, name)
})

async function settleIn(access: 'miembro' | 'visitante') {
  const { useSettleIn } = await import('./useSettleIn.ts')
  renderHook(() => useSettleIn(access))
}

it('a member: the whole app is cached, and the browser is asked never to clear what only this device has', async () => {
  await settleIn('miembro')
  await waitFor(() => expect(persist).toHaveBeenCalledOnce())
  expect(postMessage).toHaveBeenCalledWith('todo')
  expect(fetched).toEqual(['/seguridad'])
})

it('a visitor: nothing but the neutral page is cached, and the browser is asked for nothing', async () => {
  const register = vi.spyOn(navigator.serviceWorker, 'register')
  await settleIn('visitante')
  await waitFor(() => expect(register).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve))
  expect([postMessage.mock.calls, persist.mock.calls]).toEqual([[], []])
  expect(fetched, 'on a metered line too').toEqual(['/landing', '/login'])
})
