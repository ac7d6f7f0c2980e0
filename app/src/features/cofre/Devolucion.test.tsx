import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import { renderApp } from '../../testing/render.tsx'

const equipo = vi.hoisted(() => ({
  useEquipo: vi.fn(),
  useHayDevolucion: vi.fn(),
  askEquipo: vi.fn(),
  takeFromEquipo: vi.fn(),
  giveToEquipo: vi.fn(),
  takeAwayFromEquipo: vi.fn(),
}))
const { requestCode, giveMailedCode, cancelCambio, seeOwn } = vi.hoisted(() => ({
  requestCode: vi.fn(),
  giveMailedCode: vi.fn(),
  cancelCambio: vi.fn(),
  seeOwn: vi.fn(),
}))
vi.mock('../../lib/cofre/equipo.ts', () => equipo)
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/session/givePrueba.ts', () => ({ requestCode, giveMailedCode }))
vi.mock('../../lib/member/cambios.ts', () => ({ cancelCambio, seeOwn, useCambios: () => ({ data: [] }) }))

const { Pedida, Pedirlo } = await import('./Devolucion.tsx')
const { Equipo, SoloYo } = await import('./Equipo.tsx')

beforeEach(() => {
  for (const one of [...Object.values(equipo), requestCode, giveMailedCode, cancelCambio, seeOwn])
    one.mockReset().mockResolvedValue(undefined)
  equipo.useEquipo.mockReturnValue('ahora')
  equipo.useHayDevolucion.mockReturnValue(true)
})

const show = (part: React.ReactNode) => renderApp(<MemoryRouter>{part}</MemoryRouter>)
const needsCode = new ServiceError('Escribe el código que enviamos a tu correo.', 'PT422', 422)
const press = (name: string) => screen.getByRole('button', { name })
const pedida = (tipo: string) => (
  <Pedida cambio={{ tipo, pedido_en: '2026-11-29T18:00:00Z', efectivo_en: '2026-11-30T18:00:00Z' }} />
)

it.each([[undefined], ['nada']])(
  'where the installation has nothing of hers (%s) it cannot be asked',
  (has) => {
    equipo.useEquipo.mockReturnValue(has)
    show(<Pedirlo />)
    expect(screen.queryByText('Pedírselo al equipo')).toBeNull()
  },
)

it('asks for a mailed code once the password is proven, and keeps the code that was wrong', async () => {
  equipo.askEquipo.mockRejectedValueOnce(needsCode)
  const { user } = show(<Pedirlo />)
  await user.click(screen.getByText('Pedírselo al equipo'))
  await user.click(press('Pedir mi llave'))
  const code = await screen.findByLabelText('Código de tu correo')
  expect(requestCode).toHaveBeenCalledOnce()
  giveMailedCode.mockRejectedValueOnce(
    new ServiceError('Ese código no es.', 'reauthentication_not_valid', 422),
  )
  await user.type(code, '123 456')
  await user.click(press('Pedir mi llave'))
  await screen.findByText('Ese código no es.')
  expect(code).toHaveProperty('value', '123456')
  expect(equipo.askEquipo).toHaveBeenCalledOnce()
  await user.click(press('Pedir mi llave'))
  await vi.waitFor(() => expect(equipo.askEquipo).toHaveBeenCalledTimes(2))
  expect(seeOwn, 'no news where it was made').toHaveBeenCalledWith('ana', 'devolucion')
})

it('says why it cannot be asked for', async () => {
  equipo.askEquipo.mockRejectedValueOnce(
    new ServiceError('Para esto hace falta tu contraseña.', 'PT403', 403),
  )
  const { user } = show(<Pedirlo />)
  await user.click(screen.getByText('Pedírselo al equipo'))
  await user.click(press('Pedir mi llave'))
  await screen.findByText('Para esto hace falta tu contraseña.')
  expect(requestCode).not.toHaveBeenCalled()
})

it('waits: says until when, and is cancelled', async () => {
  const { user } = show(pedida('devolucion'))
  screen.getByText(/30 de noviembre de 2026 a las/)
  expect(screen.queryByRole('button', { name: 'Recoger mi llave' })).toBeNull()
  await user.click(press('Cancelar'))
  expect(cancelCambio).toHaveBeenCalledWith('devolucion')
})

it.each([
  ['abierto', 'Este dispositivo ya tiene tu llave'],
  ['anterior', 'Ya puedes leer lo que cerraste con esa llave'],
])('is taken once it is due (%s)', async (opened, text) => {
  equipo.takeFromEquipo.mockResolvedValue(opened)
  const { user } = show(pedida('devolucion_lista'))
  await user.click(press('Recoger mi llave'))
  await screen.findByText(text)
})

it.each([
  [
    'Recoger mi llave',
    pedida('devolucion_lista'),
    equipo.takeFromEquipo,
    'Este dispositivo ya tiene tu llave',
  ],
  [
    'Que solo yo pueda abrirlo',
    <SoloYo key="1" />,
    equipo.takeAwayFromEquipo,
    'El equipo ya no tiene tu llave',
  ],
])(
  'on a device that has nothing but her password it asks for a mailed code: %s',
  async (name, part, deed, done) => {
    deed.mockRejectedValueOnce(needsCode).mockResolvedValue('abierto')
    const { user } = show(part)
    await user.click(press(name))
    await user.type(await screen.findByLabelText('Código de tu correo'), '123456')
    expect([deed, requestCode].map((one) => one.mock.calls.length)).toEqual([1, 1])
    await user.click(press(name))
    await screen.findByText(done)
    expect(giveMailedCode).toHaveBeenCalledWith('123456')
  },
)

it('stays where taking it failed', async () => {
  equipo.takeFromEquipo.mockRejectedValue(new ServiceError('No hay conexión.', 'network', 0))
  const { user } = show(pedida('devolucion_lista'))
  await user.click(press('Recoger mi llave'))
  await screen.findByText('No hay conexión.')
  expect(press('Recoger mi llave')).toHaveProperty('disabled', false)
})

const ON = 'Que también el equipo pueda devolvérmela'
const OFF = 'Que solo yo pueda abrirlo'
it.each([
  ['nada', true, [ON]],
  ['nada', false, []],
  ['antes', true, [ON, OFF]],
  ['ahora', true, [OFF]],
  ['ahora', false, [OFF]],
] as const)('is switched on and off with the key (%s, offered: %s)', (has, offered, actions) => {
  equipo.useEquipo.mockReturnValue(has)
  equipo.useHayDevolucion.mockReturnValue(offered)
  show(<Equipo />)
  const shown = screen
    .queryAllByRole('button', { hidden: true, name: /^Que/ })
    .map((button) => button.textContent)
  expect(shown).toEqual(actions)
})

it('switches on and off', async () => {
  equipo.useEquipo.mockReturnValue('antes')
  const { user } = show(<Equipo />)
  await user.click(screen.getByText('Si pierdo mi llave'))
  await user.click(press(ON))
  await screen.findByText('El equipo ya puede devolverte tu llave')
  await user.click(press(OFF))
  await screen.findByText('El equipo ya no tiene tu llave')
  expect(seeOwn.mock.calls, 'no news where it was made').toEqual([
    ['ana', 'codigo'],
    ['ana', 'copia_quitada'],
  ])
  expect([equipo.giveToEquipo.mock.calls, equipo.takeAwayFromEquipo.mock.calls]).toEqual([[['ana']], [[]]])
})
