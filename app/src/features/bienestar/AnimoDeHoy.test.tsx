import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { Dichos } from '../../lib/cofre/animos.ts'
import { renderApp } from '../../testing/render.tsx'
import { AnimoDeHoy } from './AnimoDeHoy.tsx'
import type { MiAnimo } from './animo.ts'

const HOY = '2026-11-29'
const AYER = '2026-11-28'
const dicho = (fecha: string, animo: 'Bien' | 'Mal') =>
  [{ id: fecha, at: 1, value: { fecha, hora: '', animo, motivos: [], palabra: '' } }] satisfies Dichos

it('how she was yesterday is said in two taps, and today stays what it was', async () => {
  const animo: MiAnimo = {
    isRead: true,
    days: new Map([[AYER, dicho(AYER, 'Mal')]]),
    last: dicho(HOY, 'Bien')[0],
    choose: vi.fn(),
    change: vi.fn(),
    erase: vi.fn(),
  }
  const { user } = renderApp(
    <MemoryRouter>
      <AnimoDeHoy animo={animo} hoy={HOY} />
    </MemoryRouter>,
  )
  const chosen = () => screen.getByRole('radio', { checked: true, name: /Bien|Mal/ }).textContent
  expect(chosen()).toBe('Bien')
  await user.click(screen.getByRole('radio', { name: 'Ayer' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Ayer' }))
  screen.getByRole('region', { name: '¿Cómo estuviste ayer?' })
  expect(chosen()).toBe('Mal')
  await user.click(screen.getByRole('radio', { name: 'Regular' }))
  expect(animo.choose).toHaveBeenLastCalledWith('Regular', AYER)
  await user.click(screen.getByRole('button', { name: 'Descanso' }))
  expect(animo.change).toHaveBeenLastCalledWith(expect.any(Function), AYER)

  await user.click(screen.getByRole('radio', { name: 'Hoy' }))
  await user.click(screen.getByRole('radio', { name: 'Mal' }))
  // Of today, as it is by then.
  expect(animo.choose).toHaveBeenLastCalledWith('Mal')
})
