import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'

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

const { useMedicamentos } = await import('./useMedicamentos.ts')
const { queryClient } = await import('../../lib/api/query.ts')

beforeEach(() => {
  copies.clear()
  queryClient.clear()
  localStorage.clear()
})

function Lista() {
  const { medicamentos } = useMedicamentos()
  return medicamentos.map(({ id, value }) => <p key={id}>{value.nombre}</p>)
}

const ANTERIORES = [{ id: 'a', name: 'Hierro', dosage: '1', frequency: 'diario', nextDose: '' }]

it.each([
  ['in the open', () => localStorage.setItem('healthMedications', JSON.stringify(ANTERIORES))],
  ['sealed', () => copies.set('healthMedications', ANTERIORES)],
])('takes over once what an older app kept %s', async (_, put) => {
  put()
  renderApp(
    <QueryClientProvider client={queryClient}>
      <Lista />
    </QueryClientProvider>,
  )
  expect((await screen.findAllByText('Hierro')).length).toBe(1)
  await vi.waitFor(() => expect(copies.get('healthMedications')).toBeNull())
  expect(localStorage.getItem('healthMedications')).toBeNull()
})
