import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import { renderApp } from '../../testing/render.tsx'

const { state, cancelCambio, seeCambio } = vi.hoisted(() => ({
  state: { tipo: '', vistos: undefined as object | undefined },
  cancelCambio: vi.fn(),
  seeCambio: vi.fn(),
}))
const PEDIDO = '2026-11-29T18:00:00Z'
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/member/cambios.ts', () => ({
  cancelCambio,
  seeCambio,
  useCambios: () => ({
    data: [{ tipo: state.tipo, pedido_en: PEDIDO, efectivo_en: '2026-11-30T18:00:00Z' }],
  }),
  useVistos: () => state.vistos,
}))
const { Cambios } = await import('./Cambios.tsx')

beforeEach(() => {
  for (const one of [cancelCambio, seeCambio]) one.mockReset().mockResolvedValue(undefined)
})
const show = (tipo: string, vistos: object | null = {}) => {
  Object.assign(state, { tipo, vistos: vistos ?? undefined })
  return renderApp(
    <MemoryRouter>
      <Cambios />
    </MemoryRouter>,
  )
}

it.each([['devolucion'], ['devolucion_lista']])(
  'somebody asked for her key (%s): it is stopped here',
  async (tipo) => {
    const { user } = show(tipo)
    screen.getByText('Alguien pidió la llave de tu cuenta.')
    await user.click(screen.getByRole('button', { name: 'Detener' }))
    expect(cancelCambio).toHaveBeenCalledWith('devolucion')
  },
)

it.each([
  ['codigo', 'Se hizo un código nuevo en tu cuenta', 'cambia tu llave'],
  ['copia_quitada', 'El equipo ya no tiene una copia de tu llave', 'vuelve a dejarla'],
])('what was done elsewhere is told until she says that it was she (%s)', async (tipo, que, enlace) => {
  const { user } = show(tipo)
  screen.getByText(que)
  expect(screen.getByRole('link', { name: enlace })).toHaveProperty('pathname', '/cofre')
  await user.click(screen.getByRole('button', { name: 'Fui yo' }))
  expect(seeCambio).toHaveBeenCalledWith('ana', expect.objectContaining({ tipo, pedido_en: PEDIDO }))
})

it('says where it is stopped, if not on this device', async () => {
  cancelCambio.mockRejectedValue(new ServiceError('Detenlo con el enlace de tu correo.', 'PT403', 403))
  const { user } = show('devolucion')
  await user.click(screen.getByRole('button', { name: 'Detener' }))
  await screen.findByText('Detenlo con el enlace de tu correo.')
})

it.each([
  ['devolucion', { devolucion: PEDIDO }],
  ['devolucion_lista', { devolucion: PEDIDO }],
  ['codigo', { codigo: PEDIDO }],
  ['copia_quitada', { copia_quitada: PEDIDO }],
  ['devolucion', null],
])('what she did here, or before it is known, is no news (%s)', (tipo, vistos) => {
  show(tipo, vistos)
  expect(screen.queryByRole('region', { name: 'Cambios pendientes de tu cuenta' })).toBeNull()
})

it('another one is news again', () => {
  show('devolucion', { devolucion: '2026-11-01T00:00:00Z' })
  screen.getByText('Alguien pidió la llave de tu cuenta.')
})

it('what waits besides is never hidden', () => {
  show('baja', { baja: PEDIDO })
  screen.getByText('Tu cuenta se eliminará')
})
