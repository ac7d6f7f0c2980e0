import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { Composer } from './Composer.tsx'

function setUp() {
  const send = vi.fn()
  function Escribir() {
    const [texto, setTexto] = useState('')
    return <Composer texto={texto} onTexto={setTexto} onSend={send} />
  }
  const { user } = renderApp(<Escribir />)
  return { user, send, field: screen.getByRole('textbox', { name: 'Escribe un mensaje' }) }
}

it('sends with Enter and is empty again; Shift and Enter begin a line', async () => {
  const { user, send, field } = setUp()
  await user.type(field, 'Hola{Shift>}{Enter}{/Shift}a todas{Enter}')
  expect(send.mock.calls).toEqual([['Hola\na todas']])
  expect(field).toHaveProperty('value', '')
})

it('the Enter that confirms a word being composed sends nothing', async () => {
  const { user, send, field } = setUp()
  await user.type(field, 'にほん')
  // Safari: the composition has just ended, and says so by the key code alone.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
  expect(send).not.toHaveBeenCalled()
})

it('blanks are no message, and one that is too long says so and waits', async () => {
  const { user, send, field } = setUp()
  await user.type(field, '   {Enter}')
  expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull()
  fireEvent.change(field, { target: { value: 'a'.repeat(20_000) } })
  expect(screen.getByRole('button', { name: 'Enviar' })).toHaveProperty('disabled', true)
  screen.getByRole('alert')
  await user.type(field, '{Enter}')
  expect(send).not.toHaveBeenCalled()
})
