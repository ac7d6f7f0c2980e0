import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

const device = vi.hoisted(() => ({ pasos: [] as object[], begun: [] as object[], forced: [] as object[] }))
const forgetPin = vi.hoisted(() => vi.fn(async (_: unknown[]) => false))
const toast = vi.hoisted(() => vi.fn())
vi.mock('../../features/seguridad/alarma/unheard.ts', () => ({ pasosOf: () => device.pasos }))
vi.mock('../../features/seguridad/alarma/forced.ts', () => ({ forcedOf: () => device.forced }))
vi.mock('../../features/seguridad/panico/begun.ts', () => ({ begunOf: () => device.begun }))
vi.mock('../../lib/session/forgetPin.ts', () => ({ forgetPin }))
vi.mock('../../lib/toast/toast.tsx', () => ({ toast }))

const { useForgetPin } = await import('./useForgetPin.ts')

const press = (alerta: string, prueba?: string) => ({
  body: { que: 'abrir', alerta, pulsadaEn: 7, ...(prueba && { prueba }) },
})

async function forget() {
  const { result } = renderHook(() => useForgetPin('ana'))
  await act(() => result.current.leave())
  return forgetPin.mock.calls[0]![0]
}

beforeEach(() => {
  forgetPin.mockClear()
  toast.mockClear()
  device.begun = []
})

it('gives presses that nobody has heard, each once, and as silent as it was made', async () => {
  device.begun = [
    { id: 'a', pressedAt: 7 },
    { id: 'b', pressedAt: 7 },
  ]
  device.pasos = [press('b', 'segunda'), press('c'), { body: { que: 'enviar_ya', alerta: 'd' } }]
  expect(await forget()).toEqual([
    { id: 'a', pressedAt: 7 },
    { id: 'b', pressedAt: 7, prueba: 'segunda' },
    { id: 'c', pressedAt: 7, prueba: undefined },
  ])
  expect(toast.mock.calls[0]![0].title).toBe('Tu alerta todavía no salió')
})

it('gives a press that she was made to end as what it is', async () => {
  device.begun = [{ id: 'a', pressedAt: 7 }]
  device.pasos = [press('a')]
  device.forced = [{ id: 'a', pressedAt: 7, prueba: 'segunda' }]
  expect(await forget()).toEqual([{ id: 'a', pressedAt: 7, prueba: 'segunda' }])
  device.forced = []
})

it('says nothing of a silent one that cannot be told', async () => {
  device.pasos = [press('b', 'segunda')]
  await forget()
  expect(JSON.stringify(toast.mock.calls)).not.toMatch(/alerta/i)
})
