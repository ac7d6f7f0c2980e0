import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import type { EnCiclo } from '../../lib/ciclo/apuntes.ts'
import { addDays, type Fecha, mesOf } from '../../lib/time/fechas.ts'
import { renderApp } from '../../testing/render.tsx'
import type { CitaDelDia } from './marcas.ts'

const { copies } = vi.hoisted(() => ({ copies: new Map<string, unknown>() }))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
vi.mock('../../lib/offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopy: async (_: string, name: string) => copies.get(name) ?? null,
  hasNoStore: async () => false,
  readCopyOrFail: async (_: string, name: string) => copies.get(name) ?? null,
  keepCopy: async (_: string, name: string, value: unknown) => void copies.set(name, structuredClone(value)),
}))

const { MiMes } = await import('./MiMes.tsx')
const { useAnimo } = await import('./animo.ts')
const { useMedicamentos } = await import('./useMedicamentos.ts')
const { queryClient } = await import('../../lib/api/query.ts')

/** In the middle of a month, so that the days around it are on show. */
const HOY = '2026-11-15'
const AYER = addDays(HOY, -1)
const MAÑANA = addDays(HOY, 1)

beforeEach(() => {
  copies.clear()
  queryClient.clear()
})

type Known = {
  enCiclo?: (fecha: Fecha) => EnCiclo | null
  escrito?: ((fecha: Fecha) => 'entrada' | null) | undefined
  citas?: ReadonlyMap<Fecha, CitaDelDia[]> | undefined
  falta?: string | null
}

function Pagina({ enCiclo = () => null, escrito = () => null, citas = new Map(), falta = null }: Known) {
  const animo = useAnimo(HOY)
  const medicamentos = useMedicamentos()
  const [mes, setMes] = useState(() => mesOf(HOY))
  return (
    <MiMes
      hoy={HOY}
      animo={animo}
      medicamentos={medicamentos}
      mes={mes}
      onMes={setMes}
      enCiclo={enCiclo}
      escrito={escrito}
      citas={citas}
      falta={falta}
      ciclo={(fecha) => <p>ciclo de {fecha}</p>}
    />
  )
}

function draw(known: Known = {}) {
  return renderApp(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Pagina {...known} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const day = (fecha: Fecha) =>
  screen.getByRole('grid', { name: /^Tu mes/ }).querySelector<HTMLButtonElement>(`[data-fecha="${fecha}"]`)!
const words = (fecha: Fecha) => day(fecha).getAttribute('aria-label')
const dialog = () => within(screen.getByRole('dialog'))

it('each day says what it holds, and as many shapes stand there', () => {
  draw({
    enCiclo: (fecha) => (fecha === AYER ? 'periodo' : fecha === MAÑANA ? 'proximo' : null),
    escrito: (fecha) => (fecha === AYER ? 'entrada' : null),
    citas: new Map([[MAÑANA, [{ id: 'a', titulo: 'Dra. Sol', detalle: '', cuando: '10:00' }]]]),
  })
  expect(words(AYER)).toBe('sábado, 14 de noviembre de 2026, periodo, una entrada')
  expect(words(MAÑANA)).toBe('lunes, 16 de noviembre de 2026, puede empezar tu periodo, una cita')
  expect(day(AYER).querySelectorAll('svg')).toHaveLength(2)
  expect(day(HOY).querySelectorAll('svg')).toHaveLength(0)
})

it('a day that is over opens, and what she says of it stands in the month', async () => {
  const { user } = draw()
  await user.click(day(AYER))
  dialog().getByText(`ciclo de ${AYER}`)
  expect(dialog().getByRole('link', { name: 'Agregar cita' }).getAttribute('href')).toBe(
    `/agenda#cita/${AYER}`,
  )
  expect(dialog().getByRole('link', { name: 'Escribir de este día' }).getAttribute('href')).toBe(
    `/diario-emocional#${AYER}`,
  )
  await user.click(dialog().getByRole('radio', { name: 'Mal' }))
  expect(await dialog().findByRole('button', { name: 'Borrar Mal' })).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Cerrar' }))
  expect(words(AYER)).toContain('ánimo mal')
  await user.click(day(AYER))
  await user.click(dialog().getByRole('button', { name: 'Borrar Mal' }))
  await waitFor(() => expect(words(AYER)).not.toContain('ánimo'))
})

it('of a day to come there are appointments and what is expected, and nothing to say', async () => {
  const { user } = draw({
    citas: new Map([[MAÑANA, [{ id: 'a', titulo: 'Dra. Sol', detalle: 'Sur', cuando: '10:00' }]]]),
  })
  await user.click(day(MAÑANA))
  dialog().getByText('Dra. Sol')
  dialog().getByText(`ciclo de ${MAÑANA}`)
  expect(dialog().queryByRole('radio')).toBeNull()
  expect(dialog().queryByRole('link', { name: 'Escribir de este día' })).toBeNull()
})

it('her year has one thing at a time, a month of it opens, and each says in words what it holds', async () => {
  const { user } = draw({
    enCiclo: (fecha) => (fecha >= '2026-03-02' && fecha <= '2026-03-05' ? 'periodo' : null),
  })
  await user.click(screen.getByRole('radio', { name: 'Año' }))
  screen.getByRole('button', { name: 'abril de 2026: nada anotado' })
  await user.click(screen.getByRole('radio', { name: 'Ánimo' }))
  await user.click(screen.getByRole('radio', { name: 'Periodo' }))
  await user.click(screen.getByRole('button', { name: 'marzo de 2026: 4 días de periodo' }))
  screen.getByRole('grid', { name: 'Tu mes, marzo de 2026' })
})

it('what could not be read is said to be missing, and waits for nothing', () => {
  draw({ escrito: undefined, citas: undefined, falta: 'tu diario y tu agenda' })
  expect(screen.getByRole('grid', { name: /^Tu mes/ }).getAttribute('aria-busy')).toBeNull()
  expect(
    screen.getByText('No pudimos leer tu diario y tu agenda: aquí falta lo que tiene este mes.'),
  ).toBeDefined()
})

it('a medicine without hours is noted at a moment of the day, counts as a dose of it, and is taken back', async () => {
  const value = {
    nombre: 'Ibuprofeno',
    dosis: '',
    horas: [],
    dias: [],
    quedan: 5,
    conteo: 'c1',
    frecuencia: '',
  }
  copies.set('hojas medicamentos', {
    lista: { notas: { uno: { value, at: 1 } }, revision: 0, changed: true },
  })
  const { user } = draw()
  await waitFor(() => expect(screen.queryByRole('grid')).not.toBeNull())
  await user.click(day(AYER))
  expect(dialog().queryByRole('button', { name: 'Tomada ahora: Ibuprofeno' })).toBeNull()
  const hora = dialog().getByLabelText('Hora: Ibuprofeno')
  await user.clear(hora)
  await user.type(hora, '14:05')
  await user.click(dialog().getByRole('button', { name: 'Tomada: Ibuprofeno' }))
  const dosis = await dialog().findByRole('button', { name: 'Tomada: Ibuprofeno, 14:05' })
  expect(dosis.getAttribute('aria-pressed')).toBe('true')
  expect(dialog().queryByRole('button', { name: /^Omitida/ })).toBeNull()
  await user.click(dialog().getByRole('button', { name: 'Cerrar' }))
  expect(words(AYER)).toContain('una dosis tomada')
  expect(JSON.stringify(copies.get('hojas medicamentos'))).toContain('"de":"c1"')
  await user.click(day(AYER))
  await user.click(dialog().getByRole('button', { name: 'Tomada: Ibuprofeno, 14:05' }))
  await waitFor(() => expect(words(AYER)).not.toContain('dosis'))
  await user.click(dialog().getByRole('button', { name: 'Cerrar' }))
  await user.click(day(HOY))
  expect(dialog().getByRole('button', { name: 'Tomada ahora: Ibuprofeno' })).toBeDefined()
})
