import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { PasoBody } from './PasoBody.tsx'
import type { usePasos } from './usePasos.ts'

it('offers somebody else where everybody asked so far said no', () => {
  const pasos = (invitable: object | undefined) =>
    ({ invitable, permiso: 'granted', contactos: [], reachable: 0 }) as unknown as ReturnType<typeof usePasos>
  const step = (invitable?: object) => (
    <MemoryRouter>
      <PasoBody paso="invitacion" pasos={pasos(invitable)} onAdd={() => {}} onInvite={() => {}} />
    </MemoryRouter>
  )
  const { rerender } = render(step({ nombre: 'Mamá', como: 'Invitar' }))
  expect(screen.getByRole('button').textContent).toBe('Invitar a Mamá')
  rerender(step())
  expect(screen.getByRole('button').textContent).toBe('Agregar a alguien más')
})
