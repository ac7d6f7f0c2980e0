import { screen, waitFor } from '@testing-library/react'
import { useContext, useEffect, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { AroundForm } from '../form/Form.tsx'
import { FormSection } from './FormSection.tsx'

it('takes the focus, throws away what was typed once it is closed, and gives the focus back', async () => {
  vi.stubGlobal('scrollTo', () => {})
  const forgotten = vi.fn()
  function Typed() {
    const hold = useContext(AroundForm)
    useEffect(() => hold?.(forgotten), [hold])
    return null
  }
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Agregar
        </button>
        <FormSection open={open} onClose={() => setOpen(false)} title="Nuevo evento">
          <Typed />
        </FormSection>
      </>
    )
  }
  const { user } = renderApp(<Page />)
  const opener = screen.getByRole('button', { name: 'Agregar' })
  await user.click(opener)
  expect(screen.getByRole('region', { name: 'Nuevo evento' })).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Nuevo evento' }))
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(forgotten).toHaveBeenCalledOnce()
  expect(screen.queryByRole('region', { name: 'Nuevo evento' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
