import { expect, it, vi } from 'vitest'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import type { QueueLane } from '../../lib/offline/queueLane.ts'
import { createChatMessages } from './chatMessages.ts'
import type { Mensaje } from './lineas.ts'
import type { Autora } from './mensajes.ts'

const message = (place: number, user_id: string | null = 'bea'): Mensaje => ({
  id: `m${place}`,
  sala_id: 'sala',
  user_id,
  contenido: `${place}`,
  creado_en: new Date(Date.parse('2026-11-22T10:00:00Z') + place * 1000).toISOString(),
})

/** What is held of one circle, with what waits to be sent. */
function held(fetchAutoras: (ids: string[]) => Promise<Map<string, Autora>> = async () => new Map()) {
  const waiting = new Map<string, Entry<Mensaje>>()
  const removed: string[] = []
  const lane = {
    of: () => waiting,
    remove: async (_: string, id: string) => {
      removed.push(id)
      waiting.delete(id)
    },
  } as unknown as QueueLane<Mensaje, Mensaje>
  const here = createChatMessages({ salaId: 'sala', userId: 'ana', lane, fetchAutoras })
  const ids = () => here.get().mensajes.map(({ id }) => id)
  return { here, waiting, removed, ids }
}

const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => message(from + index))

it('begins with nothing, and loads', () => {
  expect(held().here.get()).toEqual({
    fase: 'cargando',
    mensajes: [],
    porEnviar: [],
    autoras: new Map(),
    hasOlder: false,
    loadingOlder: false,
    recordados: false,
  })
})

it('shows what the device remembers until the service has answered, and lets go of it although nothing is there any more', () => {
  const { here, ids } = held()
  here.remember({ mensajes: many(0, 2), autoras: [['bea', { username: 'Bea', foto_url: null }]] })
  expect([here.get().fase, here.get().recordados, ids()]).toEqual(['lista', true, ['m0', 'm1']])
  expect(here.get().autoras.get('bea')?.username).toBe('Bea')
  here.take([message(2)])
  expect(here.get().recordados, 'a live message is no answer').toBe(true)
  here.take([], { hasOlder: false })
  expect([here.get().recordados, ids()]).toEqual([false, []])
})

it('remembers nothing in the place of what the service has said', () => {
  const { here, ids } = held()
  here.take([message(3)])
  here.remember({ mensajes: many(0, 2), autoras: [] })
  expect([here.get().recordados, ids()]).toEqual([false, ['m3']])
})

it('knows which messages it has, and corrects those alone that read differently', () => {
  const { here } = held()
  here.take([message(1), message(2)])
  expect([here.has('m1'), here.has('m3')]).toEqual([true, false])
  here.correct(new Map([['m2', message(2, null)]]))
  expect(here.get().mensajes.map(({ user_id }) => user_id)).toEqual(['bea', null])
})

it('lets go of older ones while she reads the newest, and of none while she reads upwards', () => {
  const { here, ids } = held()
  here.take(many(0, 400))
  expect([ids().length, here.get().hasOlder]).toEqual([400, false])
  here.take([message(400)])
  expect([ids().length, ids()[0], ids().at(-1), here.get().hasOlder]).toEqual([200, 'm201', 'm400', true])
  here.follow(false)
  here.take(many(0, 201))
  expect(ids().length).toBe(401)
})

it('begins anew where it is told to, and says whether there is more', () => {
  const { here, ids } = held()
  here.take(many(0, 3))
  here.take([message(9)], { hasOlder: true })
  expect([ids(), here.get().hasOlder]).toEqual([['m9'], true])
})

it('draws nothing again for what it has already', () => {
  const { here } = held()
  here.take([message(1)])
  const seen = vi.fn()
  here.subscribe(seen)
  here.take([message(1)])
  here.keep(() => true)
  here.correct(new Map([['another', message(2)]]))
  here.showUnsent()
  expect(seen).not.toHaveBeenCalled()
})

it('does not take back what was deleted, not even in a page of its own', () => {
  const { here, ids } = held()
  here.remove('m1')
  here.take([message(1), message(2)])
  expect(ids()).toEqual(['m2'])
  here.take([message(1), message(2)], { hasOlder: false })
  expect(ids()).toEqual(['m2'])
})

it('shows hers of this circle that wait, until they are there', () => {
  const { here, waiting, removed } = held()
  const wait = (place: number, sala_id: string, state: 'ready' | 'held') => {
    const body = { ...message(place, 'ana'), sala_id }
    waiting.set(body.id, { id: body.id, owner: 'ana', at: place, state, body })
  }
  wait(3, 'sala', 'held')
  wait(2, 'sala', 'ready')
  wait(1, 'another', 'ready')
  here.showUnsent()
  expect(here.get().porEnviar.map(({ id, estado }) => [id, estado])).toEqual([
    ['m2', 'pendiente'],
    ['m3', 'fallido'],
  ])
  const before = here.get()
  here.showUnsent()
  expect(here.get()).toBe(before)
  // As many and as they were, and another one; then the same one, which may go now.
  waiting.delete('m3')
  wait(4, 'sala', 'held')
  here.showUnsent()
  expect(here.get().porEnviar.map(({ id }) => id)).toEqual(['m2', 'm4'])
  wait(4, 'sala', 'ready')
  here.showUnsent()
  expect(here.get().porEnviar.map(({ estado }) => estado)).toEqual(['pendiente', 'pendiente'])
  here.take([message(2, 'ana'), message(5)])
  expect(here.get().porEnviar.map(({ id }) => id)).toEqual(['m4'])
  expect([[...waiting.keys()], removed]).toEqual([['m1', 'm4'], ['m2']])
})

it('asks once who an author is, also while the answer is on its way', async () => {
  const bea = { username: 'Bea' } as unknown as Autora
  const fetchAutoras = vi.fn(async () => new Map([['bea', bea]]))
  const { here } = held(fetchAutoras)
  here.take([message(1), message(2, null)])
  here.take([message(3)])
  await vi.waitFor(() => expect(here.get().autoras.get('bea')).toBe(bea))
  here.take([message(4)])
  expect(fetchAutoras.mock.calls).toEqual([[['bea']]])
})

it('asks again who an author is once she writes again, where the answer did not come', async () => {
  const bea = { username: 'Bea' } as unknown as Autora
  const fetchAutoras = vi.fn(async () => new Map([['bea', bea]]))
  fetchAutoras.mockRejectedValueOnce(new Error('no network'))
  const { here } = held(fetchAutoras)
  here.take([message(1)])
  await vi.waitFor(() => expect(fetchAutoras).toHaveBeenCalledTimes(1))
  await Promise.resolve()
  here.take([message(2)])
  await vi.waitFor(() => expect(here.get().autoras.get('bea')).toBe(bea))
})

it('knows the authors that messages bring along, and asks for nobody', () => {
  const fetchAutoras = vi.fn(async () => new Map())
  const { here } = held(fetchAutoras)
  const profiles = { username: 'Bea' } as unknown as Autora
  here.takeWithAuthors([{ ...message(1), profiles }])
  expect(here.get().autoras.get('bea')).toBe(profiles)
  expect(here.get().mensajes[0]).not.toHaveProperty('profiles')
  expect(fetchAutoras).not.toHaveBeenCalled()
})

it('takes no author from a message without one, and draws nothing again for rows that it has', () => {
  const fetchAutoras = vi.fn(async () => new Map())
  const { here } = held(fetchAutoras)
  const profiles = { username: 'Bea' } as unknown as Autora
  const rows = [
    { ...message(1, null), profiles },
    { ...message(2), profiles: null },
  ]
  here.takeWithAuthors(rows)
  expect(here.get().autoras.size).toBe(0)
  expect(fetchAutoras.mock.calls).toEqual([[['bea']]])
  const seen = vi.fn()
  here.subscribe(seen)
  here.takeWithAuthors(rows)
  expect(seen).not.toHaveBeenCalled()
})
