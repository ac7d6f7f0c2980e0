import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import type { Abierto } from './Panel.tsx'

const { device } = vi.hoisted(() => ({ device: { kept: null as unknown } }))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/offline/plainKeys.ts', () => ({
  readKey: async () => device.kept,
  keepKey: async (_: string, __: string, value: unknown) => {
    device.kept = value
  },
}))

const { AsistenteButton } = await import('./Asistente.tsx')
const { Panel } = await import('./Panel.tsx')
const { queryClient } = await import('../../lib/api/query.ts')

beforeEach(() => {
  device.kept = null
  queryClient.clear()
})

function Pagina() {
  const [open, setOpen] = useState<Abierto>('panel')
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <AsistenteButton className="" />
        <Panel open={open} onOpen={setOpen} />
      </MemoryRouter>
    </QueryClientProvider>
  )
}

it('has the name that she gave it, everywhere and on the device', async () => {
  const { user } = renderApp(<Pagina />)
  screen.getByRole('dialog', { name: 'Psicóloga AI' })
  await user.click(screen.getByRole('button', { name: 'Ajustes del asistente' }))
  const field = screen.getByLabelText('Nombre del asistente')
  await user.clear(field)
  await user.type(field, ' Luz ')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByText('Ajustes guardados')
  screen.getByText('Tu asistente ahora se llama Luz.')
  screen.getByRole('dialog', { name: 'Luz' })
  screen.getByLabelText('Abrir chat con Luz')
  expect(device.kept).toEqual({ name: 'Luz', avatar: '' })
})

it('is called as the device has it, with its picture', async () => {
  device.kept = { name: 'Sol', avatar: '/sol.png' }
  renderApp(<Pagina />)
  await screen.findByRole('dialog', { name: 'Sol' })
})
