import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { contactDeviceState } from './contactDevice.ts'
import { DeviceVia } from './DeviceVia.tsx'
import type { ViaProps } from './ViaCard.tsx'

vi.mock('./contactDevice.ts', () => ({ contactDeviceState: vi.fn(), turnOnContactDevice: vi.fn() }))

it.each([
  ['instalar', /En iPhone y iPad los avisos solo llegan a una página instalada/],
  ['imposible', /^Este navegador no puede mostrar avisos\. Usa el correo\.$/],
  ['bloqueado', /^Este navegador tiene bloqueados los avisos de esta página\./],
] as const)('a browser that shows no notices («%s») says so, and offers no switch', async (state, text) => {
  vi.mocked(contactDeviceState).mockResolvedValue(state)
  renderApp(<DeviceVia {...({ codigo: 'c', vias: [], onChange: () => {} } as unknown as ViaProps)} />)
  await screen.findByText(text)
  expect(screen.queryByRole('button')).toBeNull()
})
