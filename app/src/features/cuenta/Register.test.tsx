import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { signUp } from './cuenta.ts'
import { Register } from './Register.tsx'

vi.mock('./cuenta.ts', () => ({ signUp: vi.fn(), signIn: vi.fn() }))
vi.mock('./GoogleButton.tsx', () => ({ GoogleButton: () => null }))

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  vi.mocked(signUp).mockReset()
})

const field = (name: string) => screen.getByLabelText(name)
const identidad = () => screen.getByRole('combobox', { name: /Identidad de género/ })

async function fill(
  { nombre = 'Lucía', password = 'una frase corta', who = 'mujer cis' } = {},
  at = '/register',
) {
  const { user } = renderApp(
    <MemoryRouter initialEntries={[at]}>
      <Register />
    </MemoryRouter>,
  )
  await user.type(field('Nombre'), nombre)
  await user.type(field('Correo electrónico'), 'nueva@ejemplo.mx')
  await user.type(field('Contraseña'), password)
  await user.selectOptions(identidad(), who)
  return { user, send: () => user.click(screen.getByRole('button', { name: 'Crear mi cuenta' })) }
}

it('asks for every field, and offers five identities', async () => {
  const { user } = renderApp(
    <MemoryRouter>
      <Register />
    </MemoryRouter>,
  )
  expect(
    within(identidad())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Elige una opción', 'mujer cis', 'mujer trans', 'no binario', 'otro', 'prefiero no decir'])
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  await screen.findByText('Por favor, completa todos los campos.')
  expect(signUp).not.toHaveBeenCalled()
})

it.each(['no binario', 'otro', 'prefiero no decir'])(
  '«%s» is turned away without asking the service',
  async (who) => {
    const { send } = await fill({ who })
    await send()
    await screen.findByText('Esta comunidad es exclusivamente para mujeres. Gracias por tu comprensión.')
    expect(signUp).not.toHaveBeenCalled()
  },
)

it.each([
  [{ password: 'corta' }, 'Contraseña', 'Usa al menos 8'],
  [{ nombre: 'Al' }, 'Nombre', 'Tu nombre debe tener entre 3 y 30 caracteres.'],
  [{ nombre: 'x'.repeat(40) }, 'Nombre', 'Tu nombre debe tener entre 3 y 30 caracteres.'],
])('%o is refused at its field', async (values, name, text) => {
  const { send } = await fill(values)
  await send()
  expect((await screen.findAllByText(text, { exact: false })).length).toBeGreaterThan(0)
  expect(field(name).getAttribute('aria-invalid')).toBe('true')
  expect(signUp).not.toHaveBeenCalled()
})

it('sends the code of a friend, whose consent she gives herself; a refusal is said in Spanish and loses nothing', async () => {
  vi.mocked(signUp).mockRejectedValue(new TypeError('Failed to fetch'))
  const { user, send } = await fill({}, '/register?codigo=ABCD2345')
  expect(field('Código de una amiga (opcional)')).toHaveProperty('value', 'ABCD2345')
  const consent = screen.getByRole('checkbox', { name: /mi amiga vea mi nombre/ })
  expect(consent).toHaveProperty('checked', false)
  await user.click(consent)
  await send()
  await screen.findByText('Error en el registro')
  expect(vi.mocked(signUp).mock.calls).toMatchObject([
    [{ nombre: 'Lucía', identidad: 'mujer cis', codigo: 'ABCD2345', comparteNombre: true }],
  ])
  expect(field('Nombre')).toHaveProperty('value', 'Lucía')
})
