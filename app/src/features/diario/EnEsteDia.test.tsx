import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'

const { copies, todo } = vi.hoisted(() => ({
  copies: new Map<string, unknown>(),
  todo: { data: undefined as unknown, error: null as Error | null, asked: false },
}))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
vi.mock('../../lib/offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopy: async (_: string, name: string) => copies.get(name) ?? null,
  hasNoStore: async () => false,
  readCopyOrFail: async (_: string, name: string) => copies.get(name) ?? null,
  keepCopy: async (_: string, name: string, value: unknown) => void copies.set(name, structuredClone(value)),
}))
vi.mock('./entradas.ts', () => ({
  useTodo: () => {
    todo.asked = true
    return { ...todo, isFetching: false, refetch: () => {} }
  },
}))

const { EnEsteDia } = await import('./EnEsteDia.tsx')
const { queryClient } = await import('../../lib/api/query.ts')
const onChoose = vi.fn()
const draw = () =>
  renderApp(
    <QueryClientProvider client={queryClient}>
      <EnEsteDia hoy="2026-11-29" onChoose={onChoose} />
    </QueryClientProvider>,
  )

beforeEach(() => {
  copies.clear()
  queryClient.clear()
  todo.asked = false
  todo.error = null
  todo.data = [
    { fecha: '2025-11-29', contenido: 'Hace un año', ilegible: null },
    { fecha: '2026-10-29', contenido: 'Hace un mes', ilegible: null },
  ]
})

it('shows and asks nothing until she opens it', async () => {
  const { user } = draw()
  expect(screen.queryByText('Hace un año')).toBeNull()
  expect(todo.asked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'En este día' }))
  await user.click(await screen.findByRole('button', { name: /Hace un mes/ }))
  expect(onChoose).toHaveBeenCalledWith('2026-10-29')
})

it('a day that she leaves out stays out, until she takes that back', async () => {
  const { user, unmount } = draw()
  await user.click(screen.getByRole('button', { name: 'En este día' }))
  await user.click(await screen.findByRole('button', { name: /^No mostrar más: .*29 de noviembre de 2025/ }))
  expect(screen.queryByText('Hace un año')).toBeNull()
  unmount()
  queryClient.clear()
  const again = draw()
  await again.user.click(screen.getByRole('button', { name: 'En este día' }))
  expect(await screen.findByText('Hace un mes')).toBeDefined()
  expect(screen.queryByText('Hace un año')).toBeNull()
  await again.user.click(screen.getByRole('button', { name: 'Volver a mostrar el día que quité' }))
  expect(await screen.findByText('Hace un año')).toBeDefined()
})

it('nothing written, and nothing read, are said apart', async () => {
  todo.data = []
  const { user, unmount } = draw()
  await user.click(screen.getByRole('button', { name: 'En este día' }))
  expect(await screen.findByText('Nada de este día en otros meses o años.')).toBeDefined()
  unmount()
  todo.error = new Error('x')
  const again = draw()
  await again.user.click(screen.getByRole('button', { name: 'En este día' }))
  expect(screen.getByText('No se pudieron cargar las entradas.')).toBeDefined()
})
