import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { toast } from '../../lib/toast/toast.tsx'
import { renderApp } from '../../testing/render.tsx'

it('shows one toast at a time, the newest, until it is taken away', async () => {
  const { user } = renderApp(null)
  act(() => void toast({ title: 'Evento guardado' }))
  await screen.findByText('Evento guardado')
  act(
    () =>
      void toast({ title: 'Error al eliminar', description: 'Inténtalo de nuevo.', variant: 'destructive' }),
  )
  await screen.findByText('Error al eliminar')
  expect(screen.queryByText('Evento guardado')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
  expect(screen.queryByText('Error al eliminar')).toBeNull()
})

/** Shows one, as an answer would. */
async function show() {
  const app = renderApp(null)
  act(() => void toast({ title: 'Evento guardado' }))
  return { ...app, shown: (await screen.findByText('Evento guardado')).closest('li')! }
}

it('goes after five seconds, and waits while it is read', async () => {
  const { shown } = await show()
  vi.useFakeTimers()
  try {
    fireEvent.pointerMove(shown)
    act(() => void vi.advanceTimersByTime(20_000))
    screen.getByText('Evento guardado')
    fireEvent.pointerLeave(shown.closest('ol')!.parentElement!)
    act(() => void vi.advanceTimersByTime(4_000))
    screen.getByText('Evento guardado')
    act(() => void vi.advanceTimersByTime(1_500))
    expect(screen.queryByText('Evento guardado')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

it('is reached by F8 and taken away by Escape', async () => {
  const { user, shown } = await show()
  await user.keyboard('{F8}')
  await user.tab()
  expect(document.activeElement).toBe(shown)
  await user.keyboard('{Escape}')
  expect(screen.queryByText('Evento guardado')).toBeNull()
})

it.each([
  [40, true],
  [70, false],
])('swiped by %i pixels it stays: %s', async (distance, stays) => {
  const { shown } = await show()
  const at = (clientX: number) => ({ clientX, clientY: 20, button: 0, pointerId: 1, pointerType: 'touch' })
  fireEvent.pointerDown(shown, at(30))
  fireEvent.pointerMove(shown, at(30 + distance / 2))
  fireEvent.pointerMove(shown, at(30 + distance))
  fireEvent.pointerUp(shown, at(30 + distance))
  await act(async () => {})
  expect(screen.queryByText('Evento guardado') !== null).toBe(stays)
})
