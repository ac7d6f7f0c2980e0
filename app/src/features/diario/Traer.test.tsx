import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'

vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
const traer = vi.hoisted(() => ({ readArchivo: vi.fn(), planFor: vi.fn(), bringPlan: vi.fn() }))
vi.mock('./traer.ts', () => traer)
const { Traer } = await import('./Traer.tsx')

const PLAN = { cambios: [] as object[], repetidas: 0, largos: 0, ocupados: 0, bases: new Map() }
const choose = async () => {
  const drawn = renderApp(<Traer />)
  await drawn.user.upload(screen.getByLabelText('Archivo de mi diario'), new File(['x'], 'a.json'))
  return drawn
}
beforeEach(() => {
  vi.clearAllMocks()
  traer.readArchivo.mockResolvedValue({ notas: [1, 2, 3], sinTexto: 1 })
})

it('nothing is written before she has seen what changes and said so', async () => {
  const nuevo = { fecha: '2020-01-01', contenido: 'Uno', nuevo: true }
  traer.planFor.mockResolvedValue({
    ...PLAN,
    cambios: [nuevo, { ...nuevo, fecha: '2020-01-02', nuevo: false }],
    repetidas: 1,
    ocupados: 2,
  })
  traer.bringPlan.mockResolvedValue(2)
  const { user } = await choose()
  expect(await screen.findByText('3 notas en el archivo.')).toBeDefined()
  for (const line of [
    'Un día nuevo.',
    'Un día que ya tenías sigue como está, con lo traído al final.',
    'Una nota ya estaba: no se repite.',
    'Una entrada sin palabras o sin fecha se queda fuera.',
    '2 días no se tocan: están cerrados, o tienen texto sin guardar.',
  ])
    expect(screen.getByText(line)).toBeDefined()
  expect(traer.bringPlan).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Traer' }))
  expect(await screen.findByText('2 días traídos a tu diario')).toBeDefined()
})

it('where all of it is there already, there is nothing to press', async () => {
  traer.planFor.mockResolvedValue({ ...PLAN, repetidas: 3 })
  const { user } = await choose()
  expect(await screen.findByText('No hay nada nuevo que traer.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Traer' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.getByRole('button', { name: 'Elegir archivo' })).toBeDefined()
})

it('what changed meanwhile is said, and a file that is none as well', async () => {
  traer.planFor.mockResolvedValue({
    ...PLAN,
    cambios: [{ fecha: '2020-01-01', contenido: 'x', nuevo: true }],
  })
  traer.bringPlan.mockResolvedValue(0)
  const { user, unmount } = await choose()
  await user.click(await screen.findByRole('button', { name: 'Traer' }))
  expect(await screen.findByText(/^Uno cambió mientras tanto/)).toBeDefined()
  unmount()
  traer.readArchivo.mockRejectedValue(new Error('No encontramos entradas en ese archivo.'))
  await choose()
  expect(await screen.findByText('No encontramos entradas en ese archivo.')).toBeDefined()
})
