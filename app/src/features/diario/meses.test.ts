import { beforeEach, expect, it, vi } from 'vitest'

const { copies } = vi.hoisted(() => ({ copies: new Map<string, string>() }))
vi.mock('../../lib/offline/deviceStore.ts', () => ({
  readCopy: async (owner: string, name: string) => JSON.parse(copies.get(`${owner} ${name}`) ?? 'null'),
  keepCopy: async (owner: string, name: string, value: unknown) => {
    if (owner === 'llena') throw new DOMException('full', 'QuotaExceededError')
    copies.set(`${owner} ${name}`, JSON.stringify(value))
  },
}))

const { keepDia, keepMes, readMes } = await import('./meses.ts')

beforeEach(() => copies.clear())

const mes = (month: number, year = 2026) => ({ year, month })
const dia = (fecha: string, contenido = 'Hoy.') => ({ fecha, contenido })

it('the months that she opened last are kept, and no more than a year of them', async () => {
  for (let month = 1; month <= 12; month++) void keepMes('ana', mes(month), [dia(`2026-${month}-01`)])
  await keepMes('ana', mes(1), [dia('2026-01-01', 'otra vez')])
  await keepMes('ana', mes(12, 2025), [dia('2025-12-24')])
  expect(await readMes('ana', mes(2))).toBeNull()
  expect(await readMes('ana', mes(1))).toEqual([dia('2026-01-01', 'otra vez')])
  expect(await readMes('ana', mes(3))).not.toBeNull()
  expect(await readMes('bea', mes(3))).toBeNull()
})

it('long ones make room for each other, and the one that she reads stays', async () => {
  const long = 'a'.repeat(800_000)
  await keepMes('ana', mes(1), [dia('2026-01-01', long)])
  await keepMes('ana', mes(2), [dia('2026-02-01', long)])
  expect(await readMes('ana', mes(1))).toBeNull()
  await keepMes('ana', mes(3), [dia('2026-03-01', long + long)])
  expect(await readMes('ana', mes(3))).toHaveLength(1)
})

it('a day that changes or goes does so there too, and opens no month', async () => {
  await keepMes('ana', mes(1), [dia('2026-01-01'), dia('2026-01-02')])
  await keepDia('ana', '2026-01-02', dia('2026-01-02', 'Mejor.'))
  await keepDia('ana', '2026-01-01', null)
  await keepDia('ana', '2026-02-01', dia('2026-02-01'))
  expect(await readMes('ana', mes(1))).toEqual([dia('2026-01-02', 'Mejor.')])
  expect(await readMes('ana', mes(2))).toBeNull()
})

it('a device that keeps nothing keeps nobody from reading', async () => {
  await keepMes('llena', mes(1), [dia('2026-01-01')])
  expect(await readMes('llena', mes(1))).toBeNull()
})
