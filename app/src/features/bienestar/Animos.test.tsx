import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Animos } from './Animos.tsx'

it('answers «Muy mal» with a line of help, a circle and the diary, and no other word', () => {
  const shown = (animo: 'Mal' | 'Muy mal') => (
    <MemoryRouter>
      <Animos
        dicho={{ fecha: '2026-11-29', hora: '10:00', animo, motivos: [], palabra: '' }}
        onChoose={() => {}}
        onChange={() => {}}
      />
    </MemoryRouter>
  )
  const { rerender } = render(shown('Mal'))
  expect(screen.queryAllByRole('link')).toEqual([])
  rerender(shown('Muy mal'))
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/seguridad/apoyo-y-refugios',
    '/comunidad/salas',
    '/diario-emocional',
  ])
})
