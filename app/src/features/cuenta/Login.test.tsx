import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { resendConfirmacion, signIn } from './cuenta.ts'
import { Login } from './Login.tsx'

vi.mock('./cuenta.ts', () => ({ signIn: vi.fn(), signUp: vi.fn(), resendConfirmacion: vi.fn() }))
vi.mock('./GoogleButton.tsx', () => ({ GoogleButton: () => null }))

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  vi.mocked(signIn).mockReset()
})

const email = () => screen.getByLabelText('Correo electrónico')
const password = () => screen.getByLabelText('Contraseña')
const button = () => screen.getByRole('button', { name: 'Iniciar sesión' })

function show() {
  return renderApp(
    <MemoryRouter initialEntries={['/login']}>
      <Login />
    </MemoryRouter>,
  )
}

it('asks for both fields before it asks the service', async () => {
  const { user } = show()
  await user.click(button())
  await screen.findByText('Por favor, introduce tu correo y contraseña.')
  expect(signIn).not.toHaveBeenCalled()
})

it.each([
  [
    Object.assign(new Error('Invalid login credentials'), { status: 400, code: 'invalid_credentials' }),
    'Correo o contraseña incorrectos. Por favor, inténtalo de nuevo.',
  ],
  [new TypeError('Failed to fetch'), 'Parece que no hay conexión.'],
])('says what «%s» means, and keeps what she typed', async (failure, text) => {
  vi.mocked(signIn).mockRejectedValue(failure)
  const { user } = show()
  await user.type(email(), 'ana@ejemplo.mx')
  await user.type(password(), 'no es esta')
  await user.click(button())
  await screen.findByText(text, { exact: false })
  expect(email()).toHaveProperty('value', 'ana@ejemplo.mx')
  expect(password()).toHaveProperty('value', 'no es esta')
})

it('asks once, however often she presses, and says that it is under way', async () => {
  let answer = () => {}
  vi.mocked(signIn).mockReturnValue(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  const { user } = show()
  await user.type(email(), ' ana@ejemplo.mx ')
  await user.type(password(), 'jacarandas{Enter}')
  expect(document.querySelector('button[aria-busy="true"]')).not.toBeNull()
  await user.type(password(), '{Enter}')
  expect(vi.mocked(signIn).mock.calls).toEqual([['ana@ejemplo.mx', 'jacarandas']])
  await act(async () => answer())
})

it('offers the confirmation mail again to an account that is not confirmed, and sends it once a minute', async () => {
  vi.mocked(signIn).mockRejectedValue(
    Object.assign(new Error('Email not confirmed'), { status: 400, code: 'email_not_confirmed' }),
  )
  const { user } = show()
  await user.type(email(), 'ana@ejemplo.mx')
  await user.type(password(), 'jacarandas{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Enviar el correo otra vez' }))
  await screen.findByText('Correo enviado')
  expect(vi.mocked(resendConfirmacion).mock.calls).toEqual([['ana@ejemplo.mx']])
  expect(screen.getByRole('button', { name: /^Enviar otra vez en/ })).toHaveProperty('disabled', true)
})
