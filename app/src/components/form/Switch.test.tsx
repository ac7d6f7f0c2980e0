import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { Switch } from './Switch.tsx'

it('says what it is, how it stands, and is turned by a press on its state too', async () => {
  function Avisos() {
    const [on, setOn] = useState(false)
    return <Switch label="Avisos" checked={on} onChange={setOn} />
  }
  const { user } = renderApp(<Avisos />)
  const control = screen.getByRole('switch', { name: 'Avisos' })
  expect(control.getAttribute('aria-checked')).toBe('false')
  await user.click(control)
  expect(control.getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByText('Activado'))
  screen.getByText('Desactivado')
})

it('that is off for now takes no press', async () => {
  const change = vi.fn()
  const { user } = renderApp(<Switch label="Avisos" checked={false} onChange={change} disabled />)
  await user.click(screen.getByRole('switch'))
  expect(change).not.toHaveBeenCalled()
})
