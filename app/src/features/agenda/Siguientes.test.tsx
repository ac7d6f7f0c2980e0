import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { type Campos, type Evento, eventoOf, vacio } from './agendaDrafts.ts'
import { Buscar } from './Buscar.tsx'
import { byDia } from './recurrencia.ts'
import { Semana } from './Semana.tsx'
import { Siguientes } from './Siguientes.tsx'

const HOY = '2026-11-25'
const evento = (titulo: string, fecha: string, over: Partial<Campos> = {}): Evento => ({
  id: titulo,
  ...eventoOf({ ...vacio(fecha), titulo, ...over }),
  ultima: null,
  actualizado_en: 'v1',
})
const EVENTOS = [
  evento('Yoga', '2026-11-02', { hora: '17:00', hora_fin: '18:00', regla: 'FREQ=WEEKLY' }),
  evento('Dentista', '2026-12-01', { hora: '09:00', lugar: 'Clínica San José' }),
  evento('Renta', '2026-11-26'),
]
const list = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('what comes next has each day of what repeats, and more of them when she asks', async () => {
  const onChoose = vi.fn()
  const { user } = renderApp(<Siguientes eventos={EVENTOS} dia={HOY} hoy={HOY} onChoose={onChoose} />)
  expect(list()).toEqual([
    expect.stringMatching(/Renta.*mañana$/),
    expect.stringMatching(/Yoga.*30 nov · 17:00/),
    expect.stringMatching(/Dentista.*1 dic · 09:00/),
    expect.stringMatching(/Yoga.*7 dic · 17:00/),
  ])
  await user.click(screen.getByRole('button', { name: 'Ver más' }))
  expect(list()).toHaveLength(9)
  await user.click(screen.getByRole('button', { name: /Dentista/ }))
  expect(onChoose).toHaveBeenCalledWith('2026-12-01')
})

it('reminders that come again and again stand behind what is on a day of its own, each in a line', async () => {
  const cada = (id: string, over: Partial<Campos>) => ({
    ...evento('Recordatorio', '2026-11-01', { tipo: 'recordatorio', ...over }),
    id,
  })
  const onChoose = vi.fn()
  const { user } = renderApp(
    <Siguientes
      eventos={[
        cada('noche', { hora: '20:30', regla: 'FREQ=DAILY' }),
        cada('lunes', { hora: '01:00', regla: 'FREQ=WEEKLY;BYDAY=MO' }),
        cada('día', { hora: '09:00', regla: 'FREQ=DAILY' }),
        cada('pasó', { hora: '09:00', regla: 'FREQ=DAILY;UNTIL=20261120' }),
        cada('una vez', { fecha: '2026-12-24', hora: '10:00' }),
        EVENTOS[1]!,
      ]}
      dia={HOY}
      hoy={HOY}
      onChoose={onChoose}
    />,
  )
  expect(list()).toEqual([
    expect.stringMatching(/Dentista/),
    expect.stringMatching(/Recordatorio.*24 dic · 10:00$/),
    expect.stringMatching(/^RecordatorioCada semana, el lunes a la 1:00$/),
    expect.stringMatching(/^RecordatorioCada día a las 9:00$/),
  ])
  await user.click(screen.getByRole('button', { name: 'Ver más' }))
  expect(list()).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: /Cada día a las 9:00/ }))
  expect(onChoose).toHaveBeenCalledWith('2026-11-26')
})

it('nothing is there where nothing comes', () => {
  renderApp(<Siguientes eventos={[]} dia={HOY} hoy={HOY} onChoose={() => {}} />)
  expect(screen.queryByText('Lo que sigue')).toBeNull()
})

it('a search finds a place without its accents, and leads to its day', async () => {
  const onChoose = vi.fn()
  const { user } = renderApp(<Buscar eventos={EVENTOS} hoy={HOY} onChoose={onChoose} onClose={() => {}} />)
  await user.type(screen.getByRole('searchbox'), 'clinica')
  expect(screen.getByText('Un evento.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Dentista/ }))
  expect(onChoose).toHaveBeenCalledWith('2026-12-01')
  await user.type(screen.getByRole('searchbox'), ' xyz')
  expect(screen.getByText('No encontramos esas palabras en tu agenda.')).toBeTruthy()
})

it('a week has seven days, each with what is in it', async () => {
  const onGo = vi.fn()
  const onChoose = vi.fn()
  const { user } = renderApp(
    <Semana dia="2026-11-30" hoy={HOY} on={byDia(EVENTOS)} onGo={onGo} onChoose={onChoose} />,
  )
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(7)
  expect(screen.getByRole('button', { name: /Yoga/ }).textContent).toContain('17:00–18:00')
  await user.click(screen.getByRole('button', { name: /Dentista/ }))
  expect(onChoose).toHaveBeenCalledWith('2026-12-01')
  await user.click(screen.getByRole('button', { name: 'Semana siguiente' }))
  expect(onGo).toHaveBeenCalledWith('2026-12-07')
})
