import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

const { calls, agenda } = vi.hoisted(() => ({
  calls: [] as string[],
  agenda: { query: { data: undefined as unknown, isFetchedAfterMount: false }, eventos: [] as unknown[] },
}))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('./useMisEventos.ts', () => ({ useMisEventos: () => agenda }))
vi.mock('./eventos.ts', () => ({
  keepEvento: async (_: string, id: string) => void calls.push(`keep ${id}`),
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

it('of one day are those that stand as they were put; an agenda that cannot be read here says nothing of them', () => {
  const quieto = {
    tipo: 'recordatorio',
    titulo: 'Recordatorio',
    fecha: '2026-12-09',
    hora: '09:00:00',
    regla: null,
    ilegible: null,
  }
  const others = [
    { ...quieto, id: 'hour', hora: '10:00:00' },
    { ...quieto, id: 'daily', regla: 'FREQ=DAILY' },
    { ...quieto, id: 'hers', titulo: 'Regar' },
  ]
  agenda.query = { data: [], isFetchedAfterMount: true }
  agenda.eventos = [{ ...quieto, id: 'a' }, ...others]
  const { result, rerender } = renderHook(() => useQuietRecordatorios())
  expect(result.current.deUnDia?.map(({ id }) => id)).toEqual(['a'])
  agenda.eventos = [
    { ...quieto, id: 'a' },
    { ...quieto, id: 'b', ilegible: 'cerrada' },
  ]
  rerender()
  expect(result.current.deUnDia).toBeNull()
})

it('one that comes back is not taken away by its deletion, and what goes goes as it was shown', async () => {
  const { result } = renderHook(() => useQuietRecordatorios())
  expect(await result.current.add('a', '2026-12-09')).toBe(true)
  expect(await result.current.remove([{ id: 'a', actualizado_en: 'then' }])).toBe(true)
  expect(calls).toEqual(['open ana', 'keep a', 'add 09:00', '{"id":"a","actualizado_en":"then"}'])
})
