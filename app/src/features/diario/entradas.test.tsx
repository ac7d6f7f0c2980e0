import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'

const { ask, copies } = vi.hoisted(() => ({ ask: vi.fn(), copies: new Map<string, unknown>() }))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/api/ask.ts', () => ({ ask, askAll: ask }))
vi.mock('../../lib/cofre/cofre.ts', () => ({
  openText: async (_: unknown, texto: string) => ({ texto, sellada: false }),
  sealText: async (_: unknown, texto: string) => texto,
}))
vi.mock('../../lib/offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  // Slower than a network that fails at once.
  readCopy: async (_: string, name: string) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return copies.get(name) ?? null
  },
  keepCopy: async (_: string, name: string, value: unknown) => void copies.set(name, structuredClone(value)),
}))

const { useEntradas } = await import('./entradas.ts')
const { queryClient } = await import('../../lib/api/query.ts')

const NOVIEMBRE = { year: 2026, month: 11 }
const fila = {
  fecha: '2026-11-12',
  tipo: 'texto',
  contenido: 'Hoy.',
  archivo_url: null,
  actualizado_en: 'then',
}
const OFFLINE = new ServiceError('Sin conexión.', 'network', 0)

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const open = () => renderHook(() => useEntradas(NOVIEMBRE), { wrapper }).result

beforeEach(() => {
  queryClient.clear()
  copies.clear()
  ask.mockReset()
})

it('a month that she has opened is there without a network on a later page, and it is said that it is not from the service', async () => {
  ask.mockResolvedValueOnce([fila])
  const first = open()
  await waitFor(() => expect(first.current.data).toHaveLength(1))
  await waitFor(() => expect(copies.size).toBe(1))
  queryClient.clear()
  ask.mockRejectedValue(OFFLINE)
  const later = open()
  await waitFor(() => expect(later.current.error).toBe(OFFLINE))
  expect(later.current.data).toMatchObject([
    { fecha: '2026-11-12', contenido: 'Hoy.', actualizado_en: 'then' },
  ])
})

it('one that she has not opened is not there', async () => {
  ask.mockRejectedValue(OFFLINE)
  const month = open()
  await waitFor(() => expect(month.current.error).toBe(OFFLINE))
  expect(month.current.data).toBeUndefined()
})
