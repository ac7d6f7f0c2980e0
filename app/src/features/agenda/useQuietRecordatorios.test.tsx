import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

const { calls, agenda } = vi.hoisted(() => ({
  calls: [] as string[],
  agenda: { query: { data: undefined as unknown, isFetchedAfterMount: false }, eventos: [] as unknown[] },
}))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('./useMisEventos.ts', () => ({ useMisEventos: () => agenda }))
vi.mock('./eventos.ts', () => ({
  agendaDrafts: {
    open: async (owner: string) => void calls.push(`open ${owner}`),
    add: async (_: string, { hora }: { hora: string }) => void calls.push(`add ${hora}`),
  },
  useDeleteEvento: () => ({
    mutateAsync: async ({ evento }: { evento: object }) => void calls.push(JSON.stringify(evento)),
  }),
}))

const { useQuietRecordatorios } = await import('./useQuietRecordatorios.ts')

beforeEach(() => {
  calls.length = 0
})

it('reminders are deleted by their ids before her agenda was read, those that wait on this device too', async () => {
  const { result } = renderHook(() => useQuietRecordatorios())
  expect(result.current.isRead).toBe(false)
  expect(await result.current.replace(['a', 'b'], [])).toEqual([])
  expect(calls).toEqual(['open ana', '{"id":"a","actualizado_en":null}', '{"id":"b","actualizado_en":null}'])
})

it('what this device remembers of her agenda is believed once the service was asked', () => {
  agenda.query = { data: [], isFetchedAfterMount: false }
  const { result, rerender } = renderHook(() => useQuietRecordatorios())
  expect(result.current.isRead).toBe(false)
  agenda.query = { data: [], isFetchedAfterMount: true }
  rerender()
  expect(result.current.isRead).toBe(true)
})
