import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { DeviceRecordatorios } from './DeviceRecordatorios.tsx'

const nothing = () => {}

it.each([
  ['imposible', 'Este navegador no puede avisarte con la app cerrada.'],
  ['instalar', 'En iPhone y iPad los avisos funcionan solo con la app en la pantalla de inicio'],
  ['bloqueado', 'Los avisos están bloqueados en este navegador.'],
] as const)('a browser that cannot remind her («%s») says so, and has no switch', (estado, text) => {
  renderApp(
    <DeviceRecordatorios estado={estado} busy={false} onChange={nothing} asksHora={false} onZona={nothing} />,
  )
  expect(screen.getByRole('status', { name: '' }).textContent).toContain(text)
  expect(screen.queryByRole('switch')).toBeNull()
})
