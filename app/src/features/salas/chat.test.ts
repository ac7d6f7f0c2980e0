import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import { createQueueLane } from '../../lib/offline/queueLane.ts'
import { memoryDevice } from '../../lib/testing/memory.ts'
import { createChat } from './chat.ts'
import type { Mensaje } from './lineas.ts'

const SALA = 'sala'
const ANA = 'ana'
const BEA = 'bea'
const T0 = Date.parse('2026-11-21T10:00:00Z')

const message = (id: string, seconds: number, user_id = BEA): Mensaje => ({
  id,
  sala_id: SALA,
  user_id,
  contenido: id,
  creado_en: new Date(T0 + seconds * 1_000).toISOString(),
})

/** A circle as the service has it, and a connection to it that can be cut, held, or lose its answers. */
function service() {
  const rows = new Map<string, Mensaje>()
  const line = { up: true, answers: true, hold: undefined as Promise<void> | undefined }
  const all = () =>
    [...rows.values()].sort((a, b) => a.creado_en.localeCompare(b.creado_en) || a.id.localeCompare(b.id))
  const named = (list: Mensaje[]) => list.map((row) => ({ ...row, profiles: null }))
  const reach = () => {
    if (!line.up) throw new ServiceError('sin conexión', 'network', 0)
  }
  const calls = {
    async fetchPage(_: string, before?: Mensaje) {
      reach()
      return named(all().filter((row) => !before || row.creado_en < before.creado_en)).slice(-50)
    },
    async fetchSince(_: string, moment: string) {
      reach()
      return named(all().filter((row) => row.creado_en >= moment)).slice(0, 200)
    },
    async fetchExisting(_: string, moment: string) {
      reach()
      return all()
        .filter((row) => row.creado_en >= moment)
        .slice(0, 500)
    },
    async deleteMensaje(id: string) {
      reach()
      rows.delete(id)
    },
    fetchAutoras: async () => new Map(),
  }
  const insert = async ({ body }: Entry<Mensaje>) => {
    reach()
    rows.set(body.id, body)
    await line.hold
    if (!line.answers) throw new ServiceError('sin respuesta', 'network', 0)
    return body
  }
  return { rows, line, calls, insert }
}

/** One visit to the circle. */
async function visit(
  { calls, insert }: ReturnType<typeof service>,
  { shelf }: ReturnType<typeof memoryDevice>,
) {
  const failures: unknown[] = []
  const lane = createQueueLane<Mensaje, Mensaje>('sala', shelf, {
    deliver: insert,
    until: () => 'signedOut',
    turn: ({ body }) => body.sala_id,
    failed: () => 'held',
    reopen: () => 'held',
  })
  const chat = createChat({
    salaId: SALA,
    userId: ANA,
    service: calls,
    lane,
    onSendFailure: (failure) => failures.push(failure),
    onLoadFailure: (failure) => failures.push(failure),
  })
  const stop = chat.open()
  await chat.catchUp()
  return {
    chat,
    lane,
    failures,
    stop,
    ids: () =>
      chat
        .get()
        .mensajes.map(({ id }) => id)
        .join(''),
  }
}

const soon = () => vi.advanceTimersByTimeAsync(100)

beforeEach(() => {
  vi.useFakeTimers({ now: T0 + 3_600_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what she has not read', () => {
  it('is loaded upwards until the moment up to which she has, a few pages at most', async () => {
    const circle = service()
    for (let n = 0; n < 400; n++) circle.rows.set(`m${n}`, message(`m${n}`, n))
    const { chat } = await visit(circle, memoryDevice())
    expect(chat.get().mensajes[0]?.id).toBe('m350')
    await chat.loadBackTo(message('', 290).creado_en)
    expect(chat.get().mensajes[0]?.id).toBe('m250')
    await chat.loadBackTo(message('', 0).creado_en)
    expect(chat.get().mensajes[0]?.id).toBe('m50')
  })
})

describe('what others write', () => {
  it('does not name who left while nobody listened', async () => {
    const server = service()
    server.rows.set('a', message('a', 1))
    const { chat } = await visit(server, memoryDevice())
    server.rows.set('a', { ...message('a', 1), user_id: null })
    await chat.catchUp()
    expect(chat.get().mensajes.map(({ user_id }) => user_id)).toEqual([null])
  })

  it('is there once, in the order of the circle, whether asked for or heard live', async () => {
    const server = service()
    server.rows.set('a', message('a', 1))
    const { chat, ids } = await visit(server, memoryDevice())
    chat.receive(message('c', 3))
    chat.receive(message('b', 2))
    chat.receive(message('b', 2))
    await soon()
    for (const one of [message('b', 2), message('c', 3)]) server.rows.set(one.id, one)
    await chat.catchUp()
    expect(ids()).toBe('abc')
  })

  it('that was committed late, with an earlier moment than the last one held, is caught up with', async () => {
    const server = service()
    server.rows.set('a', message('a', 1))
    server.rows.set('c', message('c', 30))
    const { chat, ids } = await visit(server, memoryDevice())
    server.rows.set('b', message('b', 20))
    await chat.catchUp()
    expect(ids()).toBe('abc')
  })

  it('and was deleted while nobody listened, goes with the next catching up', async () => {
    const server = service()
    for (const one of [message('a', 1), message('b', 2)]) server.rows.set(one.id, one)
    const { chat, ids } = await visit(server, memoryDevice())
    server.rows.delete('a')
    await chat.catchUp()
    expect(ids()).toBe('b')
  })

  it('and was deleted stays deleted, though an older answer still brings it', async () => {
    const server = service()
    for (const one of [message('a', 1), message('b', 2)]) server.rows.set(one.id, one)
    const { chat, ids } = await visit(server, memoryDevice())
    chat.remove('a')
    expect(ids()).toBe('b')
    chat.receive(message('a', 1))
    await soon()
    await chat.catchUp()
    expect(ids()).toBe('b')
  })

  it('leaves the screen with its author whom she blocked, and nobody else', async () => {
    const server = service()
    for (const one of [message('a', 1), message('b', 2, 'cleo'), message('c', 3)])
      server.rows.set(one.id, one)
    const { chat, ids } = await visit(server, memoryDevice())
    chat.dismiss(BEA)
    expect(ids()).toBe('b')
  })

  it('reads differently once its author has left', async () => {
    const server = service()
    server.rows.set('a', message('a', 1))
    const { chat } = await visit(server, memoryDevice())
    chat.correct({ ...message('a', 1), user_id: null })
    await soon()
    expect(chat.get().mensajes[0]?.user_id).toBeNull()
  })

  it('while the connection was gone is caught up with, though hers arrived before anybody asked', async () => {
    const server = service()
    server.rows.set('a', message('a', 1))
    const { chat, ids } = await visit(server, memoryDevice())
    server.rows.set('b', message('b', 60))
    server.rows.set('c', message('c', 120, ANA))
    chat.confirm(message('c', 120, ANA))
    await chat.catchUp()
    expect(ids()).toBe('abc')
    // Nor is a gap left behind what came live.
    server.rows.set('d', message('d', 200))
    chat.receive(message('e', 300))
    server.rows.set('e', message('e', 300))
    await soon()
    await chat.catchUp()
    expect(ids()).toBe('abcde')
  })

  it('is asked for again where asking failed, though nobody asks any more: the circle is live', async () => {
    const server = service()
    server.rows.set('a', message('a', 1))
    const { chat, ids, stop } = await visit(server, memoryDevice())
    server.rows.set('b', message('b', 60))
    server.line.up = false
    // The second one, of the channel that stands again, goes with the first.
    await Promise.all([chat.catchUp(), chat.catchUp()])
    chat.receive(message('c', 120))
    server.rows.set('c', message('c', 120))
    server.line.up = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ids()).toBe('abc')
    // Nothing is asked once the page is hidden.
    server.line.up = false
    await chat.catchUp()
    stop()
    server.rows.set('d', message('d', 130))
    server.line.up = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ids()).toBe('abc')
  })

  it('that she may see again is there after a reload that failed, with the next one', async () => {
    const server = service()
    for (const one of [message('a', 1), message('c', 60)]) server.rows.set(one.id, one)
    const { chat, ids } = await visit(server, memoryDevice())
    server.rows.set('b', message('b', 30))
    server.line.up = false
    await chat.reload()
    server.line.up = true
    await chat.catchUp()
    expect(ids()).toBe('abc')
  })

  it('is asked from its beginning where hers arrived before the first page', async () => {
    const server = service()
    for (const one of [message('a', 1), message('b', 60)]) server.rows.set(one.id, one)
    server.line.up = false
    const { chat, ids } = await visit(server, memoryDevice())
    server.line.up = true
    server.rows.set('c', message('c', 120, ANA))
    chat.confirm(message('c', 120, ANA))
    await chat.catchUp()
    expect(ids()).toBe('abc')
  })

  it('that cannot be loaded is said once, and asked for again', async () => {
    const server = service()
    server.line.up = false
    server.rows.set('a', message('a', 1))
    const { chat, failures, ids } = await visit(server, memoryDevice())
    expect([chat.get().fase, failures.length]).toEqual(['error', 1])
    server.line.up = true
    await chat.catchUp()
    expect([chat.get().fase, ids()]).toEqual(['lista', 'a'])
  })
})

describe('what she writes', () => {
  it('stands below at once, and among the others once it has arrived, never in both places', async () => {
    const server = service()
    let answer = () => {}
    server.line.hold = new Promise((resolve) => {
      answer = resolve
    })
    const phone = memoryDevice()
    const { chat } = await visit(server, phone)
    chat.send('hola')
    expect(chat.get().porEnviar).toMatchObject([{ contenido: 'hola', estado: 'pendiente' }])
    await soon()
    expect(phone.rows.size).toBe(1)
    // Live before its own answer.
    chat.receive([...server.rows.values()][0]!)
    await soon()
    expect([chat.get().porEnviar, chat.get().mensajes.length]).toEqual([[], 1])
    answer()
    await soon()
    expect([chat.get().mensajes.length, phone.rows.size]).toEqual([1, 0])
  })

  it('goes in the order of writing', async () => {
    const server = service()
    const { chat } = await visit(server, memoryDevice())
    for (const word of ['uno', 'dos', 'tres']) chat.send(word)
    await soon()
    expect([...server.rows.values()].map(({ contenido }) => contenido)).toEqual(['uno', 'dos', 'tres'])
    // It stands among the others by its answer alone.
    expect(
      chat
        .get()
        .mensajes.map(({ contenido }) => contenido)
        .sort(),
    ).toEqual(['dos', 'tres', 'uno'])
  })

  it('stands among the others at once where another page says that it arrived', async () => {
    const { chat, ids } = await visit(service(), memoryDevice())
    chat.confirm(message('a', 1, ANA))
    expect(ids()).toBe('a')
  })

  it('is sent once however often she asks, and what is not there is neither sent nor given back', async () => {
    const server = service()
    let answer = () => {}
    server.line.hold = new Promise((resolve) => {
      answer = resolve
    })
    const { chat, lane } = await visit(server, memoryDevice())
    const sent = vi.spyOn(lane, 'send')
    chat.send('hola')
    await soon()
    chat.retry(chat.get().porEnviar[0]!.id)
    chat.retry('unknown')
    expect(chat.discard('unknown')).toBe('')
    answer()
    await soon()
    expect([sent.mock.calls.length, server.rows.size]).toEqual([1, 1])
  })

  it('and did not arrive waits for her to say whether it still goes', async () => {
    const server = service()
    const { chat, failures } = await visit(server, memoryDevice())
    server.line.up = false
    chat.send('hola')
    await soon()
    const [line] = chat.get().porEnviar
    expect([line?.estado, failures.length]).toEqual(['fallido', 1])
    server.line.up = true
    await vi.advanceTimersByTimeAsync(600_000)
    expect(server.rows.size).toBe(0)
    chat.retry(line!.id)
    await soon()
    expect([server.rows.size, chat.get().porEnviar.length]).toEqual([1, 0])
  })

  it('is given up with its text', async () => {
    const server = service()
    const phone = memoryDevice()
    const { chat } = await visit(server, phone)
    server.line.up = false
    chat.send('hola')
    await soon()
    expect(chat.discard(chat.get().porEnviar[0]!.id)).toBe('hola')
    await soon()
    expect([chat.get().porEnviar.length, phone.rows.size]).toEqual([0, 0])
  })

  it('whose answer was lost is no failure once the circle shows it', async () => {
    const server = service()
    server.line.answers = false
    let answer = () => {}
    server.line.hold = new Promise((resolve) => {
      answer = resolve
    })
    const phone = memoryDevice()
    const { chat, failures } = await visit(server, phone)
    chat.send('hola')
    await soon()
    await chat.reload()
    answer()
    await soon()
    expect([failures, chat.get().porEnviar, chat.get().mensajes.length, phone.rows.size]).toEqual([
      [],
      [],
      1,
      0,
    ])
  })

  it('and an earlier visit could not send is there again, sealed until she decides', async () => {
    const server = service()
    const phone = memoryDevice()
    const first = await visit(server, phone)
    server.line.hold = new Promise(() => {})
    server.line.up = false
    first.chat.send('hola')
    await soon()
    first.stop()
    first.lane.close()
    server.line.up = true
    server.line.hold = undefined
    const { chat } = await visit(server, phone)
    await soon()
    expect(chat.get().porEnviar).toMatchObject([{ contenido: 'hola', estado: 'fallido' }])
    expect(server.rows.size).toBe(0)
  })
})
