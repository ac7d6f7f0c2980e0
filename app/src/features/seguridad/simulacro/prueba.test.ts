import { expect, it, vi } from 'vitest'
import { service } from '../../../lib/testing/answering.ts'
import { beginDrills } from './prueba.ts'

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
