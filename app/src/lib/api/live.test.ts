import { beforeEach, expect, it, vi } from 'vitest'
import { watchRows } from './live.ts'

/** A channel that joins and hears what the test says. */
function channel() {
  const heard: { filter: { table: string }; hear: (change: { new: object; old: object }) => void }[] = []
  let status = (_: string) => {}
  const made = {
    on(_: string, filter: { table: string }, hear: (change: { new: object; old: object }) => void) {
      heard.push({ filter, hear })
      return made
    },
    subscribe(told: (status: string) => void) {
      status = told
      return made
    },
  }
  return {
    made,
    become: (next: string) => status(next),
    change: (table: string, row: object) => {
      for (const { filter, hear } of heard) if (filter.table === table) hear({ new: row, old: {} })
    },
  }
}

const { db } = vi.hoisted(() => ({ db: { channel: vi.fn(), removeChannel: vi.fn(async () => 'ok') } }))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./client.ts', () => ({ openClient: async () => db }))

const soon = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(() => {
  db.channel.mockReset()
  db.removeChannel.mockClear()
})

it('asks for everything again each time the channel stands, since nothing is replayed', async () => {
  const { made, become } = channel()
  db.channel.mockReturnValue(made)
  const again = vi.fn()
  const live: boolean[] = []
  const stop = watchRows('historias', [{ table: 'senales' }], again, (stands) => live.push(stands))
  await soon()
  expect(again).not.toHaveBeenCalled()
  become('SUBSCRIBED')
  become('CHANNEL_ERROR')
  become('SUBSCRIBED')
  expect([again.mock.calls.length, live]).toEqual([2, [true, false, true]])
  stop()
  expect(db.removeChannel).toHaveBeenCalledWith(made)
})

it('asks again on a change, or hands the row to a watcher that takes it', async () => {
  const { made, change } = channel()
  db.channel.mockReturnValue(made)
  const again = vi.fn()
  const take = vi.fn()
  watchRows('mensajes', [{ table: 'senales' }, { table: 'mensajes_sala', take }], again)
  await soon()
  change('senales', {})
  change('mensajes_sala', { id: 'a' })
  expect(again).toHaveBeenCalledTimes(1)
  expect(take).toHaveBeenCalledWith({ id: 'a' }, {})
})

it('opens nothing for a watcher that has gone meanwhile', async () => {
  watchRows('mensajes', [{ table: 'senales' }], () => {})()
  await soon()
  expect(db.channel).not.toHaveBeenCalled()
})
