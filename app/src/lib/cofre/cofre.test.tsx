import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'

const { answers, device } = vi.hoisted(() => ({
  answers: [] as ((rows: unknown[]) => void)[],
  device: new Map<string, unknown>(),
}))
vi.mock('../session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../api/ask.ts', () => ({
  ask: (_: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      answers.push(resolve)
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
}))
vi.mock('../offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopyOrFail: async (_: string, name: string) => device.get(name) ?? null,
  keepCopy: async (_: string, name: string, value: unknown) => void device.set(name, value),
}))

vi.stubGlobal('indexedDB', {})

const { llaveroOf, llaveToSeal, openText, useCofre } = await import('./cofre.ts')
const { queryClient } = await import('../api/query.ts')
const { importLlave, seal, selloOf, toBase64Url } = await import('./sobre.ts')
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

it('what is on its way is sealed though she leaves the screen that asked for the same', async () => {
  const { unmount } = renderHook(useCofre, { wrapper })
  const sealing = llaveToSeal('ana')
  await vi.waitFor(() => expect(answers).not.toHaveLength(0))
  unmount()
  for (const answer of answers) answer([])
  expect(await sealing).toBeNull()
})

it('a device whose key was changed elsewhere says that it does not seal, and reads on', async () => {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const llave = await importLlave(raw)
  const next = (await importLlave(crypto.getRandomValues(new Uint8Array(32)))).id
  device.set('cofre', { llaves: [toBase64Url(raw)], actual: llave.id })
  queryClient.clear()
  answers.length = 0
  const { result } = renderHook(useCofre, { wrapper })
  await vi.waitFor(() => expect(result.current).toBe('abierto'))
  await vi.waitFor(() => expect(answers).not.toHaveLength(0))
  const of = { tipo: 'codigo', sobre: '', releva: null }
  answers[0]!([
    { ...of, llave: next, sello: await selloOf(llave, next) },
    { ...of, llave: llave.id, sello: null },
  ])
  await vi.waitFor(() => expect(result.current).toBe('cerrado'))
  expect((await llaveroOf('ana'))?.actual).toBeNull()
  const lugar = { tabla: 'x', owner: 'ana', fila: '1' }
  expect(await openText(lugar, await seal(llave, lugar, { texto: 'uno' }))).toMatchObject({ texto: 'uno' })
})
