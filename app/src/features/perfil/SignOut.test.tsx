import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { LeaveSteps } from './SignOut.tsx'

const stays = { nombre: 'fotos y audios por enviar', texto: 'Foto', queda: true } as const

it('says what goes and what stays, and offers a file of what goes alone', () => {
  const { unmount } = renderApp(<LeaveSteps cosas={[stays]} leaving={false} onLeave={vi.fn()} />)
  expect(screen.getByText(/^Tus fotos y audios por enviar se quedan en este dispositivo/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeDefined()
  expect(screen.queryByText('Guardarlo en un archivo')).toBeNull()
  unmount()
  renderApp(
    <LeaveSteps cosas={[{ nombre: 'tu plan', texto: 'x' }, stays]} leaving={false} onLeave={vi.fn()} />,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['tu plan'])
  expect(screen.getByRole('button', { name: 'Cerrar sesión y borrarlo' })).toBeDefined()
})
