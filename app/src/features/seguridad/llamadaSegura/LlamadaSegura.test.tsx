import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../../testing/render.tsx'

const { device } = vi.hoisted(() => ({ device: { kept: null as unknown, read: async () => {} } }))
vi.mock('../../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../../lib/session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
vi.mock('../../../lib/offline/plainKeys.ts', () => ({
  readKey: async () => {
    await device.read()
    return device.kept
  },
  keepKey: async (_: string, __: string, value: unknown) => {
    device.kept = value
  },
}))
vi.mock('./llamadaSegura.ts', () => ({
  prepareLlamadaSegura: () => {},
  openLlamadaSegura: () => ({ ring: () => {}, pickUp: () => {}, hangUp: () => {} }),
}))

const { LlamadaSegura } = await import('./LlamadaSegura.tsx')
const { curso, endLlamada } = await import('./agenda.ts')
const { queryClient } = await import('../../../lib/api/query.ts')

beforeEach(() => {
  endLlamada()
  queryClient.clear()
  device.kept = { nombres: ['Mamá', 'Rosa', 'Trabajo'], elegida: 1 }
  device.read = async () => {}
})

async function unfold() {
  const { user } = renderApp(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <LlamadaSegura />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Llamada segura' }))
  return user
}
const ring = () => screen.getByRole('button', { name: 'Recibir llamada' })
const field = () => screen.getByLabelText('Cómo aparece en la pantalla')

it('shows and rings with the name that she kept', async () => {
  const user = await unfold()
  await waitFor(() => expect(field()).toHaveProperty('value', 'Rosa'))
  await user.click(ring())
  expect(curso.get()).toMatchObject({ fase: 'suena', nombre: 'Rosa' })
})

it('rings at once where the device is not read, and loses none of her names then', async () => {
  device.read = () => new Promise(() => {})
  const user = await unfold()
  expect(field()).toHaveProperty('value', 'Mamá')
  await user.type(field(), ' Luz')
  await user.click(screen.getByRole('radio', { name: 'Trabajo' }))
  expect(field()).toHaveProperty('value', 'Mamá')
  await user.click(ring())
  expect(curso.get()).toMatchObject({ fase: 'suena', nombre: 'Mamá' })
  expect(device.kept).toEqual({ nombres: ['Mamá', 'Rosa', 'Trabajo'], elegida: 1 })
})

it('keeps three names as they are dialled, and rings with the chosen one', async () => {
  const user = await unfold()
  await waitFor(() => expect(field()).toHaveProperty('value', 'Rosa'))
  await user.clear(field())
  await user.type(field(), '  Tía   Rosa ')
  expect(field()).toHaveProperty('value', '  Tía   Rosa ')
  expect(device.kept).toEqual({ nombres: ['Mamá', 'Tía Rosa', 'Trabajo'], elegida: 1 })
  await user.click(ring())
  expect(curso.get()).toMatchObject({ nombre: 'Tía Rosa' })
})

it.each([
  [null, 'Mamá'],
  ['Abuela', 'Abuela'],
  ['', 'Mamá'],
  [{}, 'Mamá'],
  [{ nombres: [7, 'Rosa'], elegida: 9 }, 'Mamá'],
  [{ nombres: [' ', 'Rosa'], elegida: 1 }, 'Rosa'],
])('of %j the call shows «%s»', async (kept, nombre) => {
  device.kept = kept
  const user = await unfold()
  await waitFor(() => expect(field()).toHaveProperty('value', nombre))
  await user.click(ring())
  expect(curso.get()).toMatchObject({ nombre })
})
