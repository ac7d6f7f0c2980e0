import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { type Campos, type Evento, eventoOf, vacio } from './agendaDrafts.ts'
import { EventoRow } from './EventoRow.tsx'

const { deletes } = vi.hoisted(() => ({ deletes: vi.fn() }))
vi.mock('./eventos.ts', () => ({ useDeleteEvento: () => ({ isPending: false, mutateAsync: deletes }) }))

beforeEach(() => void deletes.mockReset().mockResolvedValue({ resultado: 'eliminado', undo: () => {} }))
afterEach(() => void vi.restoreAllMocks())

function show(over: Partial<Campos>, dia = '2026-11-30') {
  const evento: Evento = {
    id: 'uno',
    ...eventoOf({ ...vacio('2026-11-23'), titulo: 'Yoga', ...over }),
    ultima: null,
    actualizado_en: 'v1',
  }
  const onEdit = vi.fn()
  const onRemoved = vi.fn()
  const { user } = renderApp(
    <ul>
      <EventoRow ocurrencia={{ evento, dia }} onEdit={onEdit} onRemoved={onRemoved} />
    </ul>,
  )
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { evento, press, onEdit, onRemoved }
}

it('shows its hours, its rule, its place and its notes', () => {
  show({ hora: '22:00', hora_fin: '06:00', regla: 'FREQ=WEEKLY', lugar: 'Hospital', notas: 'Llevar bata' })
  for (const words of ['22:00–06:00 del día siguiente', 'Cada semana, el lunes', 'Hospital', 'Llevar bata'])
    expect(screen.getByText(words)).toBeTruthy()
})

it('once: it is changed and deleted without being asked which', async () => {
  const { evento, press, onEdit, onRemoved } = show({}, '2026-11-23')
  await press('Editar Yoga')
  expect(onEdit).toHaveBeenCalledWith('todas')
  await press('Eliminar Yoga')
  await press('Eliminar')
  expect(deletes).toHaveBeenCalledWith({ evento, corte: undefined })
  expect(onRemoved).toHaveBeenCalled()
})

it.each([
  ['Solo esta vez', 'esta'],
  ['Esta y las siguientes', 'siguientes'],
  ['Todas', 'todas'],
] as const)('repeated: «%s» is asked before it is changed, or deleted', async (words, cuales) => {
  const { evento, press, onEdit } = show({ regla: 'FREQ=WEEKLY' })
  await press('Editar Yoga')
  expect(onEdit).not.toHaveBeenCalled()
  await press(words)
  expect(onEdit).toHaveBeenCalledWith(cuales)
  await press('Eliminar Yoga')
  await press(words)
  const corte = cuales === 'todas' ? undefined : { id: 'uno', dia: '2026-11-30', cuales }
  expect(deletes).toHaveBeenCalledWith({ evento, corte })
})

it('on its first day that and all later ones are all of them', async () => {
  const { press } = show({ regla: 'FREQ=WEEKLY' }, '2026-11-23')
  await press('Editar Yoga')
  expect(screen.queryByRole('button', { name: 'Esta y las siguientes' })).toBeNull()
})

it('of a birthday all years are meant', async () => {
  const { press, onEdit } = show({ tipo: 'cumpleaños', regla: 'FREQ=YEARLY' }, '2027-11-23')
  await press('Editar Yoga')
  expect(onEdit).toHaveBeenCalledWith('todas')
  await press('Eliminar Yoga')
  expect(screen.getByText('Se borra en todos los años.')).toBeTruthy()
})

it('what another device changed meanwhile is not deleted, and she is told', async () => {
  deletes.mockResolvedValue({ resultado: 'cambiado', undo: () => {} })
  const { press, onRemoved } = show({}, '2026-11-23')
  await press('Eliminar Yoga')
  await press('Eliminar')
  expect(await screen.findByText('No se borró')).toBeTruthy()
  expect(onRemoved).not.toHaveBeenCalled()
})

it('without its key it says so, is moved as a whole, and deleted', async () => {
  const { press, onEdit } = show({ titulo: '', ilegible: 'cerrada', regla: 'FREQ=WEEKLY' })
  expect(screen.getByText('Cerrada con tu llave')).toBeTruthy()
  await press('Editar Cerrada con tu llave')
  expect(onEdit).toHaveBeenCalledWith('todas')
  await press('Eliminar Cerrada con tu llave')
  await press('Solo esta vez')
  expect(deletes).toHaveBeenCalled()
})
