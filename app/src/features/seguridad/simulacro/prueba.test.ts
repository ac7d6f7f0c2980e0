import { expect, it, vi } from 'vitest'
import { service } from '../../../lib/testing/answering.ts'
import type { Entrega } from '../alarma/estado.ts'
import { beginDrills, secondsToArrive } from './prueba.ts'

// What another file loaded before, without this, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../../lib/api/client.ts', () => import('../../../lib/testing/answering.ts'))

it('a drill pressed again after a lost answer is the same one, and the next another', async () => {
  const answers = [
    Response.json({ message: 'lost' }, { status: 502 }),
    Response.json('d1'),
    Response.json('d2'),
  ]
  service.begin(() => answers.shift()!)
  const drill = beginDrills()
  await expect(drill()).rejects.toThrow()
  expect(await drill()).toBe('d1')
  expect(await drill()).toBe('d2')
  const [lost, again, other] = service.calls.map(({ body }) => (body as { cliente_id: string }).cliente_id)
  expect(again).toBe(lost)
  expect(other).not.toBe(lost)
})

it('counts the seconds until a drill arrived, by the first way that proved it', () => {
  const at = (ms: number) => new Date(Date.parse('2026-11-22T22:00:00Z') + ms).toISOString()
  const seconds = (...ways: Partial<Entrega>[]) => secondsToArrive({ creada_en: at(300) }, ways as Entrega[])
  expect(seconds({ estado: 'enviada', enviada_en: at(1_000) })).toBeNull()
  expect(seconds({ estado: 'vista', vista_en: at(40_300) }, { via: 'push', entregada_en: at(3_300) })).toBe(3)
})
