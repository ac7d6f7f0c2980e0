import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Apunte, idOf, periodoOf } from '../../lib/ciclo/apuntes.ts'
import type { Modo } from '../../lib/ciclo/ciclos.ts'
import { addDays, longFechaWithDia, toFecha } from '../../lib/time/fechas.ts'
import { shortFecha } from '../../lib/time/shortFecha.ts'
import { renderApp } from '../../testing/render.tsx'
import type { Quieto } from './aviso.ts'

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

const { MiCiclo } = await import('./MiCiclo.tsx')
const { queryClient } = await import('../../lib/api/query.ts')

const HOY = toFecha(new Date())
const ago = (days: number) => addDays(HOY, -days)

beforeEach(() => {
  copies.clear()
  queryClient.clear()
})

/** What the device has, by period. */
function noted(...apuntes: Apunte[]): void {
  const hojas: Record<string, { notas: Record<string, unknown>; revision: number; changed: boolean }> = {}
  for (const value of apuntes) {
    hojas[periodoOf(value)] ??= { notas: {}, revision: 0, changed: true }
    hojas[periodoOf(value)]!.notas[idOf(value)] = { value, at: 1 }
  }
  copies.set('hojas ciclo', hojas)
}
const began = (...days: number[]): Apunte[] => days.map((dias) => ({ que: 'inicio', fecha: ago(dias) }))
/** Seven starts, of cycles of 27 to 31 days. */
const REGULAR = [10, 38, 65, 96, 125, 155, 183]

const recordar = {
  isRead: true,
  isOn: vi.fn((_: string) => false),
  toggle: vi.fn(),
  onWants: vi.fn(),
  deUnDia: [] as Quieto[] | null,
  add: vi.fn(async (_id: string, _dia: string) => true),
  remove: vi.fn(async (_: readonly Quieto[]) => true),
}

async function draw() {
  const shown = renderApp(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <MiCiclo recordar={recordar} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Empezó hoy' })
  return shown
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const pressed = (name: string) => button(name).getAttribute('aria-pressed')
const day = (fecha: string) => screen.getByRole('button', { name: new RegExp(`^${longFechaWithDia(fecha)}`) })

it('today is said in one tap, and taken back with another', async () => {
  const { user } = await draw()
  screen.getByText(/Anota cuándo empezó tu último periodo/)
  expect(button('Terminó hoy').getAttribute('aria-disabled')).toBe('true')
  await user.click(button('Empezó hoy'))
  expect(await screen.findByRole('heading', { name: 'Día 1 de tu periodo' })).toBeDefined()
  screen.getByText(/cuenta 28 días/)
  await user.click(button('Terminó hoy'))
  expect(await screen.findByRole('heading', { name: 'Día 1 de tu ciclo' })).toBeDefined()
  await user.click(button('Empezó hoy'))
  expect(await screen.findByText(/Anota cuándo empezó/)).toBeDefined()
})

it('of a period that goes on, another cannot begin by a slip', async () => {
  noted(...began(3, 31))
  const { user } = await draw()
  screen.getByRole('heading', { name: 'Día 4 de tu periodo' })
  await user.click(button('Empezó hoy'))
  expect(pressed('Empezó hoy')).toBe('false')
  await user.click(button('Terminó hoy'))
  await waitFor(() => expect(pressed('Terminó hoy')).toBe('true'))
})

it('flow, pain and symptoms are a tap each, and bleeding far from every start begins a period', async () => {
  const { user } = await draw()
  await user.click(within(screen.getByRole('group', { name: 'Flujo' })).getByText('Medio'))
  expect(await screen.findByRole('heading', { name: 'Día 1 de tu periodo' })).toBeDefined()
  await user.click(within(screen.getByRole('group', { name: 'Dolor' })).getByText('Leve'))
  await user.click(button('Cólicos'))
  await waitFor(() =>
    expect(day(HOY).getAttribute('aria-label')).toContain('flujo medio, dolor leve, cólicos'),
  )
  await user.click(button('Cólicos'))
  await waitFor(() => expect(pressed('Cólicos')).toBe('false'))
})

it('bleeding after a birth begins no period', async () => {
  noted({ que: 'modo', fecha: ago(20), modo: 'parto' })
  const { user } = await draw()
  await user.click(within(screen.getByRole('group', { name: 'Flujo' })).getByText('Medio'))
  await waitFor(() => expect(day(HOY).getAttribute('aria-label')).toContain('flujo medio'))
  expect(pressed('Empezó hoy')).toBe('false')
})

it('two taps in a row do not take each other back, however slow the device is', async () => {
  await draw()
  button('Cólicos').click()
  button('Espalda').click()
  within(screen.getByRole('group', { name: 'Dolor' }))
    .getByText('Leve')
    .click()
  await waitFor(() => expect(day(HOY).getAttribute('aria-label')).toContain('dolor leve, cólicos, espalda'))
})

it('the forecast rests on her own lengths, and six alike give fertile days', async () => {
  noted(...began(...REGULAR))
  await draw()
  screen.getByRole('heading', { name: 'Día 11 de tu ciclo' })
  // Sorted: 27, 28, 28, 29, 30, 31; the middle is 28.5.
  screen.getByText(shortFecha(addDays(ago(10), 29), HOY))
  screen.getByText('Bastante segura: tus últimos 6 ciclos se parecen.')
  expect(day(HOY).getAttribute('aria-label')).toContain('días fértiles, estimados')
  screen.getByText('Días fértiles, estimados')
  screen.getByText(/no son un diagnóstico ni un método anticonceptivo/)
  screen.getByText('Entre 27 y 31 días.')
})

it.each<[Modo, boolean]>([
  ['sin-fertilidad', true],
  ['pildora', true],
  ['embarazo', false],
  ['parto', false],
  ['menopausia', false],
])('in the mode %s no fertile day is said, and a forecast: %s', async (modo, forecast) => {
  noted(...began(...REGULAR), { que: 'modo', fecha: ago(5), modo })
  const { container } = await draw()
  expect(screen.queryByText('Días fértiles, estimados')).toBeNull()
  expect(container.querySelector('[aria-label*="fértiles"]')).toBeNull()
  expect(/Próximo periodo: hacia/.test(container.textContent!)).toBe(forecast)
})

it('she says the mode herself', async () => {
  noted(...began(10, 38))
  const { user } = await draw()
  await user.click(screen.getByRole('radio', { name: 'Embarazo' }))
  expect(await screen.findByText(/No contamos fechas\./)).toBeDefined()
})

it('once the day has passed it asks without supposing anything', async () => {
  noted(...began(31, 59))
  await draw()
  screen.getByText(/Se esperaba hacia el/)
  screen.getByText('¿Llegó?')
})

it('several past starts at once, and everything erased', async () => {
  const { user } = await draw()
  await user.click(button('Anotar fechas anteriores'))
  const dialog = within(screen.getByRole('dialog'))
  for (const days of [1, 29]) {
    const fecha = ago(days)
    if (fecha.slice(0, 7) !== ago(days === 1 ? 0 : 1).slice(0, 7))
      await user.click(dialog.getByRole('button', { name: 'Mes anterior' }))
    await user.click(dialog.getByRole('button', { name: new RegExp(`^${longFechaWithDia(fecha)}`) }))
  }
  await user.click(dialog.getByRole('button', { name: 'Guardar 2 inicios' }))
  expect(await screen.findByText('28 días')).toBeDefined()
  await user.click(button('Borrar todo'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Borrar todo' }))
  expect(await screen.findByText(/Anota cuándo empezó/)).toBeDefined()
  expect(JSON.stringify([...copies])).not.toContain('"que"')
})

it('a file is shown before anything of it is noted', async () => {
  const { user } = await draw()
  const csv = ['date,bleeding.value,bleeding.exclude', `${ago(40)},2,false`, `${ago(12)},1,false`].join('\n')
  await user.upload(screen.getByLabelText('Archivo con tu ciclo'), new File([csv], 'drip.csv'))
  expect(await screen.findByText('De drip: 2 inicios y 2 días con apuntes.')).toBeDefined()
  expect(copies.size).toBe(0)
  await user.click(button('Anotarlo'))
  expect(await screen.findByText('28 días')).toBeDefined()
  await user.upload(screen.getByLabelText('Archivo con tu ciclo'), new File(['hola'], 'a.csv'))
  expect((await screen.findByRole('alert')).textContent).toContain('No conocemos este archivo')
})

/** Her cycle beside an agenda of reminders. */
function ConAgenda() {
  const [deUnDia, setDeUnDia] = useState<readonly Quieto[]>([])
  return (
    <>
      <output>{deUnDia.map(({ fecha }) => fecha).join()}</output>
      <MiCiclo
        recordar={{
          ...recordar,
          deUnDia,
          add: async (id, fecha) => {
            setDeUnDia((now) => [...now, { id, fecha, actualizado_en: '' }])
            return true
          },
          remove: async (gone) => {
            setDeUnDia((now) => now.filter((one) => !gone.includes(one)))
            return true
          },
        }}
      />
    </>
  )
}
const inAgenda = () => document.querySelector('output')?.textContent

it('she is reminded on the day after the expected one, which follows what she notes, and goes where none is expected', async () => {
  noted(...began(...REGULAR.map((days) => days + 10)))
  const { user } = renderApp(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ConAgenda />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const avisarme = (dias: number) =>
    screen.findByRole('button', { name: `Avisarme el ${shortFecha(addDays(HOY, dias), HOY)}` })
  await user.click(await avisarme(10))
  expect(recordar.onWants).toHaveBeenCalledOnce()
  expect(
    await screen.findByText(/solo dirá «Tienes un recordatorio»\. Si la fecha cambia, cambia con ella\./),
  ).toBeDefined()
  await waitFor(() => expect(inAgenda()).toBe(addDays(HOY, 10)))
  // Her period has begun today: the next one is expected later.
  await user.click(button('Empezó hoy'))
  await avisarme(29)
  await waitFor(() => expect(inAgenda()).toBe(addDays(HOY, 29)))
  await user.click(screen.getByRole('radio', { name: 'Embarazo' }))
  await waitFor(() => expect(inAgenda()).toBe(''))
  await user.click(screen.getByRole('radio', { name: 'Sin fertilidad' }))
  await waitFor(() => expect(inAgenda()).toBe(addDays(HOY, 29)))
  await user.click(await avisarme(29))
  await waitFor(() => expect(inAgenda()).toBe(''))
})

it('of a cycle that is not expected nobody is reminded', async () => {
  await draw()
  expect(screen.queryByRole('button', { name: /^Avisarme/ })).toBeNull()
})
