import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'

const { copies, device } = vi.hoisted(() => ({
  copies: new Map<string, unknown>(),
  device: { unreadable: false },
}))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
vi.mock('../../lib/offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopy: async (_: string, name: string) => copies.get(name) ?? null,
  hasNoStore: async () => false,
  readCopyOrFail: async (_: string, name: string) => {
    if (device.unreadable) throw new DOMException('x', 'UnknownError')
    return copies.get(name) ?? null
  },
  keepCopy: async (_: string, name: string, value: unknown) => void copies.set(name, structuredClone(value)),
}))

const { Plan } = await import('./Plan.tsx')
const { queryClient } = await import('../../lib/api/query.ts')

const draw = () =>
  renderApp(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Plan />
      </MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(() => {
  copies.clear()
  queryClient.clear()
})

it('what she takes of the ideas, adds and ticks is on the device, and there again', async () => {
  const { user, unmount } = draw()
  const dinero = within(await screen.findByRole('region', { name: 'Dinero' }))
  await user.click(dinero.getByRole('button', { name: 'Una cuenta que solo yo conozca' }))
  await user.click(await dinero.findByRole('checkbox', { name: 'Una cuenta que solo yo conozca' }))
  expect(dinero.queryByRole('button', { name: 'Una cuenta que solo yo conozca' })).toBeNull()
  await user.click(dinero.getByRole('button', { name: 'Algo más' }))
  await user.keyboard('La tanda de mayo{Enter}')
  expect(await dinero.findByRole('checkbox', { name: 'La tanda de mayo' })).toBeDefined()
  expect(dinero.getByText('1 de 2')).toBeDefined()

  unmount()
  queryClient.clear()
  const again = draw()
  const shown = within(await screen.findByRole('region', { name: 'Dinero' }))
  expect(await shown.findByText('1 de 2')).toBeDefined()
  await again.user.click(shown.getByRole('button', { name: 'Quitar «La tanda de mayo»' }))
  expect(await shown.findByText('1 de 1')).toBeDefined()
  await again.user.click(screen.getByRole('button', { name: 'Borrar todo' }))
  await again.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Borrar todo' }))
  expect(await shown.findByRole('button', { name: 'Una cuenta que solo yo conozca' })).toBeDefined()
  expect(JSON.stringify([...copies])).not.toContain('cuenta')
})

it('where the device cannot be read nothing is written over, and she is told', async () => {
  const { user } = draw()
  const dinero = within(await screen.findByRole('region', { name: 'Dinero' }))
  device.unreadable = true
  await user.click(dinero.getByRole('button', { name: 'Una cuenta que solo yo conozca' }))
  expect(await screen.findByText('No se guardó en este dispositivo')).toBeDefined()
  expect(dinero.getByRole('checkbox', { name: 'Una cuenta que solo yo conozca' })).toBeDefined()
  expect(copies.size).toBe(0)
  device.unreadable = false
})

it('it is printed only after a warning', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = draw()
  const papeles = within(await screen.findByRole('region', { name: 'Papeles' }))
  await user.click(papeles.getByRole('button', { name: 'Copias o fotos con alguien de confianza' }))
  await user.click(await screen.findByRole('button', { name: 'Imprimir' }))
  expect(screen.getByText(/En papel lo lee quien lo encuentre/)).toBeDefined()
  expect(print).not.toHaveBeenCalled()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Imprimir' }))
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
})
