import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { addDays, toFecha } from '../../lib/time/fechas.ts'

const { copies } = vi.hoisted(() => ({ copies: new Map<string, unknown>() }))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
vi.mock('../../lib/offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopy: async (_: string, name: string) => copies.get(name) ?? null,
  hasNoStore: async () => false,
  readCopyOrFail: async (_: string, name: string) => copies.get(name) ?? null,
  keepCopy: async (_: string, name: string, value: unknown) => void copies.set(name, structuredClone(value)),
}))

const { useAnimo } = await import('./animo.ts')
const { queryClient } = await import('../../lib/api/query.ts')

it('taps in a row do not take each other back: one saying, with every reason and the word', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useAnimo(toFecha(new Date())), { wrapper })
  act(() => {
    result.current.choose('Bien')
    result.current.choose('Mal')
  })
  await waitFor(() => expect(result.current.last?.value.animo).toBe('Mal'))
  act(() => {
    const { change } = result.current
    change(({ motivos }) => ({ motivos: [...motivos, 'Descanso'] }))
    change(({ motivos }) => ({ motivos: [...motivos, 'Familia'] }))
    change(() => ({ palabra: 'lenta' }))
  })
  await waitFor(() => expect(result.current.last?.value.palabra).toBe('lenta'))
  expect(result.current.last?.value.motivos).toEqual(['Descanso', 'Familia'])
  expect(result.current.days.get(toFecha(new Date()))).toHaveLength(1)
})

it('what she says of a day that is over stands there without an hour, and another tap corrects it', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const hoy = toFecha(new Date())
  const before = addDays(hoy, -40)
  const { result } = renderHook(() => useAnimo(hoy), { wrapper })
  act(() => {
    result.current.choose('Bien', before)
    result.current.choose('Regular', before)
  })
  await waitFor(() => expect(result.current.days.get(before)?.[0]?.value.animo).toBe('Regular'))
  expect(result.current.days.get(before)).toHaveLength(1)
  expect(result.current.days.get(before)?.[0]?.value.hora).toBe('')
  act(() => result.current.change(() => ({ palabra: 'lenta' }), before))
  await waitFor(() => expect(result.current.days.get(before)?.[0]?.value.palabra).toBe('lenta'))
})
