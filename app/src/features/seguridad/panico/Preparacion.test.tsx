import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Contacto } from '../contactos/contactos.ts'
import { Preparacion } from './Preparacion.tsx'

const LUCIA: Contacto = {
  id: '1',
  nombre: 'Lucía',
  telefono: '+525512345678',
  prioridad: 1,
  activo: true,
  version: 1,
}

afterEach(() => vi.restoreAllMocks())

it('without internet says that an alert goes by itself only where it would reach somebody', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const said = (alarma: { reachable: number; proven: number; prueba: null } | undefined) =>
    render(
      <Preparacion
        contactos={[LUCIA]}
        permiso="granted"
        memoria={{} as never}
        alarma={alarma}
        onAddContacto={() => {}}
        invitable={undefined}
        onInvite={() => {}}
      />,
    ).container.textContent
  expect(said({ reachable: 1, proven: 1, prueba: null })).toContain('tu alerta sale sola cuando vuelva')
  expect(said({ reachable: 0, proven: 0, prueba: null })).toBe('Tu alerta no le llega sola a nadie.')
  // Whom the service reaches is not known: nothing is claimed of it.
  expect(said(undefined)).toBe('Sin internet: tu mensaje puede ir por SMS.')
})
