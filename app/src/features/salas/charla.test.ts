import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceError } from '../../lib/api/errors.ts'
import type { Entry } from '../../lib/offline/queueEntry.ts'
import { createQueueLane } from '../../lib/offline/queueLane.ts'
import { memoryDevice } from '../../lib/testing/memory.ts'
import { createCharla } from './charla.ts'
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

/** A circle as the service has it, and a line to it that can be cut, held, or lose its answers. */
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
  const charla = createCharla({
    salaId: SALA,
    userId: ANA,
    service: calls,
    lane,
    onSendFailure: (failure) => failures.push(failure),
    onLoadFailure: (failure) => failures.push(failure),
  })
  const stop = charla.open()
  await charla.catchUp()
  return {
    charla,
    lane,
    failures,
    stop,
    ids: () =>
      charla
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
    const { charla } = await visit(circle, memoryDevice())
    expect(charla.get().mensajes[0]?.id).toBe('m350')
    await charla.loadBackTo(message('', 290).creado_en)
    expect(charla.get().mensajes[0]?.id).toBe('m250')
    await charla.loadBackTo(message('', 0).creado_en)
    expect(charla.get().mensajes[0]?.id).toBe('m50')
  })
})

describe('what others write', () => {
  it('does not name who left while nobody listened', async () => {
    const house = service()
    house.rows.set('a', message('a', 1))
    const { charla } = await visit(house, memoryDevice())
    house.rows.set('a', { ...message('a', 1), user_id: null })
    await charla.catchUp()
    expect(charla.get().mensajes.map(({ user_id }) => user_id)).toEqual([null])
  })

  it('is there once, in the order of the circle, whether asked for or heard live', async () => {
    const house = service()
    house.rows.set('a', message('a', 1))
    const { charla, ids } = await visit(house, memoryDevice())
    charla.receive(message('c', 3))
    charla.receive(message('b', 2))
    charla.receive(message('b', 2))
    await soon()
    for (const one of [message('b', 2), message('c', 3)]) house.rows.set(one.id, one)
    await charla.catchUp()
    expect(ids()).toBe('abc')
  })

  it('that was committed late, with an earlier moment than the last one held, is caught up with', async () => {
    const house = service()
    house.rows.set('a', message('a', 1))
    house.rows.set('c', message('c', 30))
    const { charla, ids } = await visit(house, memoryDevice())
    house.rows.set('b', message('b', 20))
    await charla.catchUp()
    expect(ids()).toBe('abc')
  })

  it('and was deleted while nobody listened, goes with the next catching up', async () => {
    const house = service()
    for (const one of [message('a', 1), message('b', 2)]) house.rows.set(one.id, one)
    const { charla, ids } = await visit(house, memoryDevice())
    house.rows.delete('a')
    await charla.catchUp()
    expect(ids()).toBe('b')
  })

  it('and was deleted stays deleted, though an older answer still brings it', async () => {
    const house = service()
    for (const one of [message('a', 1), message('b', 2)]) house.rows.set(one.id, one)
    const { charla, ids } = await visit(house, memoryDevice())
    charla.remove('a')
    expect(ids()).toBe('b')
    charla.receive(message('a', 1))
    await soon()
    await charla.catchUp()
    expect(ids()).toBe('b')
  })

  it('leaves the screen with its author whom she blocked, and nobody else', async () => {
    const house = service()
    for (const one of [message('a', 1), message('b', 2, 'cleo'), message('c', 3)]) house.rows.set(one.id, one)
    const { charla, ids } = await visit(house, memoryDevice())
    charla.dismiss(BEA)
    expect(ids()).toBe('b')
  })

  it('reads differently once its author has left', async () => {
    const house = service()
    house.rows.set('a', message('a', 1))
    const { charla } = await visit(house, memoryDevice())
    charla.correct({ ...message('a', 1), user_id: null })
    await soon()
    expect(charla.get().mensajes[0]?.user_id).toBeNull()
  })

  it('while the line was gone is caught up with, though hers arrived before anybody asked', async () => {
    const house = service()
    house.rows.set('a', message('a', 1))
    const { charla, ids } = await visit(house, memoryDevice())
    house.rows.set('b', message('b', 60))
    house.rows.set('c', message('c', 120, ANA))
    charla.confirm(message('c', 120, ANA))
    await charla.catchUp()
    expect(ids()).toBe('abc')
    // Nor is a gap left behind what came live.
    house.rows.set('d', message('d', 200))
    charla.receive(message('e', 300))
    house.rows.set('e', message('e', 300))
    await soon()
    await charla.catchUp()
    expect(ids()).toBe('abcde')
  })

  it('is asked for again where asking failed, though nobody asks any more: the circle is live', async () => {
    const house = service()
    house.rows.set('a', message('a', 1))
    const { charla, ids, stop } = await visit(house, memoryDevice())
    house.rows.set('b', message('b', 60))
    house.line.up = false
    // The second one, of the channel that stands again, goes with the first.
    await Promise.all([charla.catchUp(), charla.catchUp()])
    charla.receive(message('c', 120))
    house.rows.set('c', message('c', 120))
    house.line.up = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ids()).toBe('abc')
    // Nothing is asked once nobody looks.
    house.line.up = false
    await charla.catchUp()
    stop()
    house.rows.set('d', message('d', 130))
    house.line.up = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ids()).toBe('abc')
  })

  it('that she may see again is there after a reload that failed, with the next one', async () => {
    const house = service()
    for (const one of [message('a', 1), message('c', 60)]) house.rows.set(one.id, one)
    const { charla, ids } = await visit(house, memoryDevice())
    house.rows.set('b', message('b', 30))
    house.line.up = false
    await charla.reload()
    house.line.up = true
    await charla.catchUp()
    expect(ids()).toBe('abc')
  })

  it('is asked from its beginning where hers arrived before the first page', async () => {
    const house = service()
    for (const one of [message('a', 1), message('b', 60)]) house.rows.set(one.id, one)
    house.line.up = false
    const { charla, ids } = await visit(house, memoryDevice())
    house.line.up = true
    house.rows.set('c', message('c', 120, ANA))
    charla.confirm(message('c', 120, ANA))
    await charla.catchUp()
    expect(ids()).toBe('abc')
  })

  it('that cannot be loaded is said once, and asked for again', async () => {
    const house = service()
    house.line.up = false
    house.rows.set('a', message('a', 1))
    const { charla, failures, ids } = await visit(house, memoryDevice())
    expect([charla.get().fase, failures.length]).toEqual(['error', 1])
    house.line.up = true
    await charla.catchUp()
    expect([charla.get().fase, ids()]).toEqual(['lista', 'a'])
  })
})

describe('what she writes', () => {
  it('stands below at once, and among the others once it has arrived, never in both places', async () => {
    const house = service()
    let answer = () => {}
    house.line.hold = new Promise((resolve) => {
      answer = resolve
    })
    const phone = memoryDevice()
    const { charla } = await visit(house, phone)
    charla.send('hola')
    expect(charla.get().porEnviar).toMatchObject([{ contenido: 'hola', estado: 'pendiente' }])
    await soon()
    expect(phone.rows.size).toBe(1)
    // Live before its own answer.
    charla.receive([...house.rows.values()][0]!)
    await soon()
    expect([charla.get().porEnviar, charla.get().mensajes.length]).toEqual([[], 1])
    answer()
    await soon()
    expect([charla.get().mensajes.length, phone.rows.size]).toEqual([1, 0])
  })

  it('goes in the order of writing', async () => {
    const house = service()
    const { charla } = await visit(house, memoryDevice())
    for (const word of ['uno', 'dos', 'tres']) charla.send(word)
    await soon()
    expect([...house.rows.values()].map(({ contenido }) => contenido)).toEqual(['uno', 'dos', 'tres'])
    // It stands among the others by its answer alone.
    expect(
      charla
        .get()
        .mensajes.map(({ contenido }) => contenido)
        .sort(),
    ).toEqual(['dos', 'tres', 'uno'])
  })

  it('stands among the others at once where another page says that it arrived', async () => {
    const { charla, ids } = await visit(service(), memoryDevice())
    charla.confirm(message('a', 1, ANA))
    expect(ids()).toBe('a')
  })

  it('is sent once however often she asks, and what is not there is neither sent nor given back', async () => {
    const house = service()
    let answer = () => {}
    house.line.hold = new Promise((resolve) => {
      answer = resolve
    })
    const { charla, lane } = await visit(house, memoryDevice())
    const sent = vi.spyOn(lane, 'send')
    charla.send('hola')
    await soon()
    charla.retry(charla.get().porEnviar[0]!.id)
    charla.retry('unknown')
    expect(charla.discard('unknown')).toBe('')
    answer()
    await soon()
    expect([sent.mock.calls.length, house.rows.size]).toEqual([1, 1])
  })

  it('and did not arrive waits for her to say whether it still goes', async () => {
    const house = service()
    const { charla, failures } = await visit(house, memoryDevice())
    house.line.up = false
    charla.send('hola')
    await soon()
    const [line] = charla.get().porEnviar
    expect([line?.estado, failures.length]).toEqual(['fallido', 1])
    house.line.up = true
    await vi.advanceTimersByTimeAsync(600_000)
    expect(house.rows.size).toBe(0)
    charla.retry(line!.id)
    await soon()
    expect([house.rows.size, charla.get().porEnviar.length]).toEqual([1, 0])
  })

  it('is given up with its text', async () => {
    const house = service()
    const phone = memoryDevice()
    const { charla } = await visit(house, phone)
    house.line.up = false
    charla.send('hola')
    await soon()
    expect(charla.discard(charla.get().porEnviar[0]!.id)).toBe('hola')
    await soon()
    expect([charla.get().porEnviar.length, phone.rows.size]).toEqual([0, 0])
  })

  it('whose answer was lost is no failure once the circle shows it', async () => {
    const house = service()
    house.line.answers = false
    let answer = () => {}
    house.line.hold = new Promise((resolve) => {
      answer = resolve
    })
    const phone = memoryDevice()
    const { charla, failures } = await visit(house, phone)
    charla.send('hola')
    await soon()
    await charla.reload()
    answer()
    await soon()
    expect([failures, charla.get().porEnviar, charla.get().mensajes.length, phone.rows.size]).toEqual([
      [],
      [],
      1,
      0,
    ])
  })

  it('and an earlier visit could not send is there again, sealed until she decides', async () => {
    const house = service()
    const phone = memoryDevice()
    const first = await visit(house, phone)
    house.line.hold = new Promise(() => {})
    house.line.up = false
    first.charla.send('hola')
    await soon()
    first.stop()
    first.lane.close()
    house.line.up = true
    house.line.hold = undefined
    const { charla } = await visit(house, phone)
    await soon()
    expect(charla.get().porEnviar).toMatchObject([{ contenido: 'hola', estado: 'fallido' }])
    expect(house.rows.size).toBe(0)
  })
})
