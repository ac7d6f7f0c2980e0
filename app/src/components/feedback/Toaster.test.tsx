import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
