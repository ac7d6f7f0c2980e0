import { afterEach, expect, it, vi } from 'vitest'
import { alertaShown, callar, dejarDeFingir, fingirAlerta, fingirLlegada, llegadasShown } from './fingidas.ts'

afterEach(() => vi.useRealTimers())

const abierta = {
  id: 'a1',
  cliente_id: 'c1',
  estado: 'abierta',
  motivo: null,
  con_pin: false,
  sale_en: '2026-12-01T20:00:05.123456+00:00',
  cerrada_en: null as string | null,
}

it('shows an alert as closed, by whichever id she closed it, until she presses again', () => {
  expect(alertaShown(abierta)).toBe(abierta)
  fingirAlerta('c1', 'a_salvo', false)
  expect(alertaShown(abierta)).toMatchObject({ estado: 'cerrada', motivo: 'a_salvo', con_pin: true })
  const other = { ...abierta, id: 'a2', cliente_id: 'c2' }
  expect(alertaShown(other)).toBe(other)
  const closed = { ...abierta, estado: 'cerrada', con_pin: false }
  expect(alertaShown(closed)).toBe(closed)
  dejarDeFingir()
  expect(alertaShown(abierta)).toBe(abierta)
  callar('c1')
  expect(alertaShown(abierta)).toBe(null)
  dejarDeFingir()
})

it('shows a timer as she left it, and not what became of it', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T20:00:00Z') })
  const [ended, prolonged, other] = ['l1', 'l2', 'l3'].map((id) => ({
    id,
    cliente_id: `c${id}`,
    estado: 'activa',
    vence_en: '2026-12-01T20:10:00Z',
  }))
  fingirLlegada(ended!, null)
  fingirLlegada(prolonged!, new Date('2026-12-01T20:25:00Z'))
  const shown = () => llegadasShown([ended!, { ...prolonged!, estado: 'disparada' }, other!])
  expect(shown()).toEqual([{ ...prolonged, vence_en: '2026-12-01T20:25:00.000Z' }, other])
  vi.setSystemTime(Date.parse('2026-12-01T20:26:00Z'))
  expect(shown()).toEqual([other])
  // Nor the alert that it opens; that of another timer is shown.
  expect(alertaShown({ ...abierta, cliente_id: 'cl1' })).toBe(null)
  expect(alertaShown({ ...abierta, cliente_id: 'cl3' })).toMatchObject({ estado: 'abierta' })
  dejarDeFingir()
  expect(shown()).toHaveLength(3)
})

it('is the same in every page of the browser', async () => {
  vi.resetModules()
  const other = await import('./fingidas.ts')
  const stop = other.onFingidas(() => {})
  fingirAlerta('a1', 'a_salvo', false)
  await vi.waitFor(() => expect(other.alertaShown(abierta)).toMatchObject({ estado: 'cerrada' }))
  other.dejarDeFingir()
  await vi.waitFor(() => expect(alertaShown(abierta)).toBe(abierta))
  stop()
})

it.each([
  ['ahead', 4_000],
  ['behind', -8_000],
])('puts the end on the side of its leaving that she saw, on a clock that is %s', (_, skew) => {
  const sale = Date.parse(abierta.sale_en)
  vi.useFakeTimers({ now: sale + skew })
  for (const aTiempo of [true, false]) {
    fingirAlerta('c1', 'a_salvo', aTiempo)
    const { sale_en, cerrada_en } = alertaShown(abierta)!
    expect(sale_en > cerrada_en!).toBe(aTiempo)
    expect(Math.abs(Date.parse(cerrada_en!) - sale)).toBeLessThanOrEqual(Math.abs(skew))
  }
  dejarDeFingir()
})
