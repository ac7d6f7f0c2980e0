import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import { renderApp } from '../../testing/render.tsx'

const noticia = vi.hoisted(() => ({ readNoticia: vi.fn(), undoChange: vi.fn(), stopReturn: vi.fn() }))
vi.mock('./noticia.ts', () => noticia)
const { NoFuiYo } = await import('./NoFuiYo.tsx')

beforeEach(() => {
  for (const one of Object.values(noticia)) one.mockReset()
})
const show = (state: string, kind = 'return_asked') => {
  noticia.readNoticia.mockResolvedValue({ kind, state, proofs: ['password'] })
  history.replaceState(null, '', '/cuenta/no-fui-yo#clave')
  return renderApp(
    <MemoryRouter>
      <NoFuiYo />
    </MemoryRouter>,
  )
}

it('what was asked for is stopped without a proof, when she says so and not before', async () => {
  const { user } = show('open')
  const stop = await screen.findByRole('button', { name: 'Detener' })
  expect(screen.queryByLabelText(/contraseña/)).toBeNull()
  expect(noticia.stopReturn).not.toHaveBeenCalled()
  noticia.stopReturn.mockRejectedValueOnce(new ServiceError('No hay conexión.', 'network', 0))
  await user.click(stop)
  await screen.findByText('No hay conexión.')
  noticia.stopReturn.mockResolvedValue(true)
  await user.click(stop)
  await screen.findByRole('heading', { name: 'Quedó detenido' })
  expect(noticia.stopReturn).toHaveBeenCalledWith('clave')
})

it('says that it is stopped already, and claims nothing of her sessions', async () => {
  show('undone')
  await screen.findByRole('heading', { name: 'Quedó detenido' })
  expect(screen.queryByText(/Cerramos todas las sesiones/)).toBeNull()
})

it('does not claim to have stopped what was over', async () => {
  noticia.stopReturn.mockResolvedValue(false)
  const { user } = show('open')
  await user.click(await screen.findByRole('button', { name: 'Detener' }))
  await screen.findByRole('heading', { name: 'Ya no espera nada' })
  screen.getByText(/cambia tu llave/)
})

it('promises no copy back that was removed', async () => {
  show('open', 'code_removed')
  await screen.findByText(/La copia no vuelve sola/)
  expect(screen.queryByText(/deshazlo/)).toBeNull()
})
