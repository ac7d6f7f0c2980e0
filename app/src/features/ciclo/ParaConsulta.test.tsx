import { QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Apunte, idOf, periodoOf } from '../../lib/ciclo/apuntes.ts'
import { addDays, longFecha, toFecha } from '../../lib/time/fechas.ts'
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

const { ParaConsulta } = await import('./ParaConsulta.tsx')
const { queryClient } = await import('../../lib/api/query.ts')

const ago = (days: number) => addDays(toFecha(new Date()), -days)

beforeEach(() => {
  copies.clear()
  queryClient.clear()
})

function draw(...apuntes: Apunte[]) {
  const hojas: Record<string, { notas: Record<string, unknown>; revision: number; changed: boolean }> = {}
  for (const value of apuntes) {
    hojas[periodoOf(value)] ??= { notas: {}, revision: 0, changed: true }
    hojas[periodoOf(value)]!.notas[idOf(value)] = { value, at: 1 }
  }
  copies.set('hojas ciclo', hojas)
  return renderApp(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ParaConsulta partes={[{ titulo: 'Estado de ánimo', contenido: <p>bien 3 días</p> }]} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('has her periods in numbers, mood only where she ticks it, and is printed only after a warning', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user } = draw(
    { que: 'inicio', fecha: ago(40) },
    { que: 'inicio', fecha: ago(12) },
    { que: 'fin', fecha: ago(8) },
  )
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual([longFecha(ago(12)), longFecha(ago(40))])
  screen.getByText('28 días (1 ciclo)')
  screen.getByText('5 días (1 periodo)')
  expect(screen.queryByText('bien 3 días')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Estado de ánimo' }))
  screen.getByText('bien 3 días')

  await user.click(screen.getByRole('button', { name: 'Imprimir o guardar como PDF' }))
  expect(print).not.toHaveBeenCalled()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Imprimir' }))
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
})

it('without a period there is nothing to print', async () => {
  draw()
  await screen.findByText(/Anota cuándo empezó/)
  expect(screen.queryByRole('button', { name: /Imprimir/ })).toBeNull()
})
