import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import { renderApp } from '../../testing/render.tsx'
import { ArchivoSection } from './ArchivoSection.tsx'
import { agendaDrafts } from './eventos.ts'

vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('./eventos.ts', () => ({ agendaDrafts: { add: vi.fn(), discard: vi.fn() } }))

const add = vi.mocked(agendaDrafts.add)
beforeEach(() => void add.mockReset().mockResolvedValue('saved'))
afterEach(() => void vi.restoreAllMocks())

const file = (text: string) => new File([text], 'agenda.ics', { type: 'text/calendar' })
const EVENTOS = `BEGIN:VCALENDAR
BEGIN:VEVENT
UID:1
DTSTART:20261201T170000
RRULE:FREQ=WEEKLY
SUMMARY:Yoga
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTART;VALUE=DATE:20261220
DTEND;VALUE=DATE:20261223
SUMMARY:Viaje
END:VEVENT
BEGIN:VEVENT
UID:3
DTSTART:nada
END:VEVENT
END:VCALENDAR`

async function choose(text: string) {
  const { user } = renderApp(<ArchivoSection eventos={[]} />)
  await user.upload(screen.getByLabelText('Archivo de calendario'), file(text))
  return user
}

it('says what a file would bring, and writes nothing before she says so', async () => {
  const user = await choose(EVENTOS)
  expect(await screen.findByText('2 eventos, 2 se repiten, 1 no se pudo leer.')).toBeTruthy()
  expect(screen.getByText(/Viaje.*dura 3 días/)).toBeTruthy()
  expect(add).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByText(/se repiten/)).toBeNull()
  expect(add).not.toHaveBeenCalled()
})

it('adds them as her own events are, and says how many', async () => {
  const user = await choose(EVENTOS)
  await user.click(await screen.findByRole('button', { name: 'Agregar los 2' }))
  expect(await screen.findByText('2 eventos agregados')).toBeTruthy()
  expect(add.mock.calls.map(([, apunte]) => apunte)).toMatchObject([
    { titulo: 'Yoga', fecha: '2026-12-01', hora: '17:00', regla: 'FREQ=WEEKLY', base: null },
    { titulo: 'Viaje', regla: 'FREQ=DAILY;COUNT=3', base: null },
  ])
})

it('without a network they wait on the device', async () => {
  add.mockResolvedValue('ready')
  const user = await choose(EVENTOS)
  await user.click(await screen.findByRole('button', { name: 'Agregar los 2' }))
  expect(await screen.findByText('Guardado en este dispositivo')).toBeTruthy()
})

it('what the service refuses ends it, with how many went in', async () => {
  add
    .mockResolvedValueOnce('saved')
    .mockRejectedValueOnce(new ServiceError('Ya no cabe más en tu agenda.', 'PT422', 422))
  const user = await choose(EVENTOS)
  await user.click(await screen.findByRole('button', { name: 'Agregar los 2' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Entraron 1 de 2. Ya no cabe más en tu agenda.',
  )
  expect(agendaDrafts.discard).toHaveBeenCalledOnce()
})

it.each([
  ['hola', 'Ese archivo no es un calendario (.ics).'],
  ['x'.repeat(1_000_001), 'Ese archivo pesa más de 1 MB.'],
])('a file that is none, or too large, is refused', async (text, words) => {
  await choose(text)
  expect((await screen.findByRole('alert')).textContent).toContain(words)
})

it('nothing is brought while her list is not known', () => {
  renderApp(<ArchivoSection eventos={undefined} />)
  expect(screen.getByRole('button', { name: 'Traer de un archivo' })).toHaveProperty('disabled', true)
})
