import { screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { AlertaPage } from './AlertaPage.tsx'
import { fetchVista, sendRespuesta } from './alerta.ts'
import { readVista } from './vista.ts'

vi.mock('./alerta.ts')
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

const open = () =>
  renderApp(
    <MemoryRouter initialEntries={['/alerta/uno']}>
      <Routes>
        <Route path="/alerta/:codigo" element={<AlertaPage />} />
      </Routes>
    </MemoryRouter>,
  )

/** The page as it was opened with a network, three minutes ago, and then reloaded without. */
async function openedBefore() {
  vi.mocked(fetchVista).mockResolvedValue(readVista({ nombre: 'Ana', pulsada_hace_s: 180 }, Date.now()))
  const { unmount } = open()
  await screen.findByRole('heading', { name: 'Ana pide ayuda' })
  await waitFor(() => expect(sessionStorage).toHaveLength(1))
  unmount()
  vi.mocked(fetchVista).mockImplementation(lost)
  vi.mocked(sendRespuesta).mockImplementation(lost)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 180_000)
}

beforeEach(() => {
  sessionStorage.clear()
  vi.clearAllMocks()
})

it('loaded again without a network shows what it knew, how old it is, and that there is no connection', async () => {
  await openedBefore()
  open()
  screen.getByRole('heading', { name: 'Ana pide ayuda' })
  screen.getByText('Lo que ves aquí es de hace 3 min.')
  await screen.findByText('Sin conexión. Seguimos intentando.')
})

it('an answer that had not left waits on after it, and says so', async () => {
  await openedBefore()
  const { user, unmount } = open()
  await user.click(screen.getByRole('button', { name: 'Ya voy' }))
  await screen.findByText('«Ya voy» todavía no sale. No cierres esta página.')
  await waitFor(() => expect(sessionStorage.getItem('alerta:uno')).toContain('ya_voy'))
  unmount()
  open()
  screen.getByText('«Ya voy» todavía no sale. No cierres esta página.')
  await waitFor(() => expect(sendRespuesta).toHaveBeenLastCalledWith('uno', 'ya_voy', expect.anything()))
})

it.each([
  ['closed', readVista({ estado: 'cerrada' }, Date.now()), 'La alerta está cerrada'],
  ['unknown', null, 'Este enlace no muestra nada'],
])('once it is %s the device holds nothing of it', async (_, vista, title) => {
  await openedBefore()
  vi.mocked(fetchVista).mockResolvedValue(vista)
  open()
  await screen.findByRole('heading', { name: title })
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

it.each([
  ['closed without her PIN', {}, 'La alerta está cerrada', 1],
  ['closed without her PIN after she was made to', { coaccion: true }, 'Se cerró sin su PIN', 0],
])('%s: to be called or not', async (_, given, title, calls) => {
  const answer = { estado: 'cerrada', nombre: 'Ana', motivo: 'a_salvo', telefono: '+525511112222', ...given }
  vi.mocked(fetchVista).mockResolvedValue(readVista(answer, Date.now()))
  open()
  await screen.findByRole('heading', { name: title })
  expect(screen.queryAllByRole('link', { name: 'Llamarla' })).toHaveLength(calls)
  expect(screen.queryAllByText(/pregúntale|confirma con ella/)).toHaveLength(calls * 2)
  screen.getByRole('link', { name: /^Llamar al/ })
})
