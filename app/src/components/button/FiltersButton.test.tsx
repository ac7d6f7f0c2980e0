import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { FiltersButton } from './FiltersButton.tsx'

it('unfolds the filters, and says how many are set while they are out of sight', async () => {
  function Filters({ active }: { active: number }) {
    const [open, setOpen] = useState(false)
    return <FiltersButton controls="filtros" open={open} active={active} onOpenChange={setOpen} />
  }
  const { user, rerender } = renderApp(<Filters active={0} />)
  const button = screen.getByRole('button', { name: 'Filtros' })
  expect(button.getAttribute('aria-controls')).toBe('filtros')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await user.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  rerender(<Filters active={1} />)
  expect(screen.getByRole('button', { name: 'Filtros, 1 elegido' }).textContent).toBe('Filtros1')
  rerender(<Filters active={2} />)
  expect(screen.getByRole('button', { name: 'Filtros, 2 elegidos' })).toBe(button)
})
