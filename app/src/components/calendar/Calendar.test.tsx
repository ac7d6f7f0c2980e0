import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Fecha, Mes } from '../../lib/time/fechas.ts'
import { renderApp } from '../../testing/render.tsx'
import { Calendar } from './Calendar.tsx'

function Dias() {
  const [mes, setMes] = useState<Mes>({ year: 2026, month: 11 })
  const [selected, setSelected] = useState<Fecha | null>(null)
  return (
    <Calendar
      label="Días del diario"
      mes={mes}
      onMesChange={setMes}
      selected={selected}
      onSelect={setSelected}
      today="2026-11-28"
      min="2026-10-01"
      max="2026-11-29"
      markOf={(fecha) => (fecha === '2026-11-03' ? { look: 'lleno', words: 'con entrada' } : undefined)}
    />
  )
}

const day = (name: RegExp) => screen.getByRole('button', { name })

it('says of each day which it is, what marks it and whether it is today', () => {
  renderApp(<Dias />)
  screen.getByRole('grid', { name: 'Días del diario, noviembre de 2026' })
  expect(day(/^martes, 3 de noviembre/).getAttribute('aria-label')).toContain('con entrada')
  expect(day(/28 de noviembre/).getAttribute('aria-current')).toBe('date')
})

it('is one stop for the tab key, and arrows lead from day to day, into the month before too', async () => {
  const { user } = renderApp(<Dias />)
  day(/28 de noviembre/).focus()
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(day(/21 de noviembre/))
  for (let week = 0; week < 3; week++) await user.keyboard('{ArrowUp}')
  screen.getByRole('grid', { name: 'Días del diario, octubre de 2026' })
  expect(document.activeElement).toBe(day(/31 de octubre/))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('gridcell', { selected: true }).contains(document.activeElement)).toBe(true)
})

it('chooses no day beyond the last one', async () => {
  const { user } = renderApp(<Dias />)
  await user.click(day(/30 de noviembre/))
  expect(screen.queryByRole('gridcell', { selected: true })).toBeNull()
  expect(screen.getByRole('button', { name: 'Mes siguiente' })).toHaveProperty('disabled', true)
})
