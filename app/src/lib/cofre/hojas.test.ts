import { beforeEach, describe, expect, it, vi } from 'vitest'
import { service } from '../testing/answering.ts'
import type { Hojas } from './notas.ts'

const { devices, here } = vi.hoisted(() => ({
  devices: [] as Map<string, unknown>[],
  here: { device: 0, unreadable: false, kept: [] as string[] },
}))
vi.mock('../api/client.ts', () => import('../testing/answering.ts'))
vi.mock('../session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
vi.mock('../installation/config.ts', () => ({ loadConfig: async () => ({}) }))
vi.mock('../offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopy: async (_: string, name: string) => devices[here.device]!.get(name) ?? null,
  readCopyOrFail: async (_: string, name: string) => {
    if (here.unreadable) throw new DOMException('x', 'UnknownError')
    return devices[here.device]!.get(name) ?? null
  },
  readCopiesOrFail: async (_: string, prefix: string) => {
    if (here.unreadable) throw new DOMException('x', 'UnknownError')
    return [...devices[here.device]!].filter(([name]) => name.startsWith(prefix))
  },
  keepCopy: async (_: string, name: string, value: unknown) => {
    if (name.startsWith('hojas ')) here.kept.push(name)
    devices[here.device]!.set(name, structuredClone(value))
  },
}))
vi.stubGlobal('indexedDB', {})

const { queryClient } = await import('../api/query.ts')
const { readNotas, readUnsent } = await import('./hojas.ts')
const { changeHere, hojasOptions } = await import('./hojasAqui.ts')
const { exchange } = await import('./intercambio.ts')
const { withNote } = await import('./notas.ts')
const { importLlave, toBase64Url } = await import('./sobre.ts')
queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } })

/** As the device keeps a key. */
async function createKey() {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  return { llaves: [toBase64Url(raw)], actual: (await importLlave(raw)).id }
}
const KEY = await createKey()

/** The table, as the migration has it: by period. */
const rows = new Map<string, { sobre: string; revision: number }>()
const line = { left: Number.POSITIVE_INFINITY, arrives: false }
/** A period that the service refuses. */
const refusing = { periodo: '' }
/** As many rows as the service gives at once. */
const MAX_ROWS = 1000
const refused = (code: string, status: number) => Response.json({ code, message: code }, { status })

function answer(asked: string, body: unknown): Response {
  if (asked.startsWith('GET cofre_ranuras')) return Response.json([])
  const periodo = /periodo=eq\.([\w-]+)/.exec(asked)?.[1]
  if (asked.startsWith('GET')) {
    const from = Number(/offset=(\d+)/.exec(asked)?.[1] ?? 0)
    const all = [...rows].map(([one, { revision }]) => ({ periodo: one, revision }))
    if (!periodo) return Response.json(all.slice(from, from + MAX_ROWS))
    const row = rows.get(periodo)
    return row ? Response.json(row) : refused('PGRST116', 406)
  }
  const row = body as { periodo: string; sobre: string; revision: number }
  if (row.periodo === refusing.periodo) return refused('PT429', 429)
  const before = rows.get(row.periodo)
  if (asked.startsWith('POST')) {
    if (before) return refused('23505', 409)
  } else if (!before) return refused('PGRST116', 406)
  else if (row.revision !== before.revision + 1) return refused('PT409', 409)
  rows.set(row.periodo, { sobre: row.sobre, revision: row.revision })
  return Response.json({ revision: row.revision }, { status: 201 })
}

beforeEach(() => {
  rows.clear()
  devices.splice(0, devices.length, new Map([['cofre', KEY]]), new Map([['cofre', KEY]]))
  line.left = Number.POSITIVE_INFINITY
  here.unreadable = false
  refusing.periodo = ''
  on(0)
  service.begin((asked, body) => {
    if (--line.left >= 0) return answer(asked, body)
    if (line.left === -1 && line.arrives) answer(asked, body)
    return Response.json({ message: 'x' }, { status: 500 })
  })
})

function on(device: number): void {
  here.device = device
  queryClient.clear()
}

/** Of the sheets of one kind all are one copy, of the other each is one. */
describe.each(['animo', 'hechos'] as const)('%s', (CLASE) => {
  /** Writes on this device, by its clock, and does not send it yet. */
  function note(periodo: string, id: string, value: string | null, now = Date.now()): void {
    const device = devices[here.device]!
    if (CLASE === 'animo') {
      const hojas = (device.get('hojas animo') ?? {}) as Hojas<string>
      device.set('hojas animo', withNote(hojas, periodo, id, value, now))
    } else {
      const before = device.get(`hojas hechos ${periodo}`) as Hojas<string>[string] | undefined
      const hoja = withNote(before ? { [periodo]: before } : {}, periodo, id, value, now)[periodo]
      if (hoja) device.set(`hojas hechos ${periodo}`, hoja)
    }
    queryClient.clear()
  }

  const sync = () => exchange('ana', CLASE).catch(() => {})
  const shown = async () =>
    Object.fromEntries(
      [...(await readNotas('ana', CLASE))].flatMap(([periodo, notas]) =>
        notas.map(({ id, value }) => [`${periodo} ${id}`, value]),
      ),
    )

  it('what one device writes stands on the other, as envelopes in between', async () => {
    note('2026-11', 'a', 'Muy mal MARCA')
    await sync()
    expect(JSON.stringify([...rows])).not.toContain('MARCA')
    on(1)
    await sync()
    expect(await shown()).toEqual({ '2026-11 a': 'Muy mal MARCA' })
    note('2026-11', 'a', null)
    await sync()
    on(0)
    await sync()
    expect(await shown()).toEqual({})
  })

  it('two devices write at once, one without a network: both notes stay', async () => {
    note('2026-11', 'a', 'uno')
    await sync()
    on(1)
    note('2026-11', 'b', 'dos')
    await sync()
    on(0)
    note('2026-11', 'c', 'tres')
    await sync()
    const all = { '2026-11 a': 'uno', '2026-11 b': 'dos', '2026-11 c': 'tres' }
    expect(await shown()).toEqual(all)
    on(1)
    await sync()
    expect(await shown()).toEqual(all)
  })

  it('without a key it stays on the device; with another key nothing is written over', async () => {
    devices[0]!.delete('cofre')
    note('2026-11', 'a', 'uno')
    await sync()
    expect(rows.size).toBe(0)
    devices[0]!.set('cofre', KEY)
    await sync()
    const sealed = rows.get('2026-11')
    devices[1]!.set('cofre', await createKey())
    on(1)
    note('2026-11', 'b', 'dos')
    await sync()
    expect(rows.get('2026-11')).toEqual(sealed)
    expect(await shown()).toEqual({ '2026-11 b': 'dos' })
  })

  it('a device that reads, and seals with none, says of no sheet of the service that it is here alone', async () => {
    note('2026-11', 'a', 'uno')
    await sync()
    devices[1]!.set('cofre', { ...KEY, actual: null })
    on(1)
    await sync()
    expect(await shown()).toEqual({ '2026-11 a': 'uno' })
    expect(await readUnsent('ana', CLASE)).toEqual([])
  })

  it('a sheet that the service lost, or has in an older state, is brought back', async () => {
    note('2026-11', 'a', 'uno')
    await sync()
    const older = rows.get('2026-11')!
    note('2026-11', 'b', 'dos')
    await sync()
    rows.set('2026-11', older)
    await sync()
    rows.delete('2026-11')
    await sync()
    on(1)
    await sync()
    expect(await shown()).toEqual({ '2026-11 a': 'uno', '2026-11 b': 'dos' })
  })

  it('of more sheets than the service gives at once every one is brought', async () => {
    note('2026-11', 'a', 'uno')
    await sync()
    const sealed = rows.get('2026-11')!
    rows.clear()
    for (let n = 0; n < MAX_ROWS; n++) rows.set(`a${n}`, { sobre: 'x', revision: 1 })
    rows.set('2026-11', sealed)
    on(1)
    await sync()
    expect(await shown()).toEqual({ '2026-11 a': 'uno' })
  })

  it('a sheet that the service refuses keeps no other waiting, and its failure is told', async () => {
    refusing.periodo = '2026-10'
    note('2026-10', 'a', 'uno')
    note('2026-11', 'b', 'dos')
    await expect(exchange('ana', CLASE)).rejects.toMatchObject({ code: 'PT429' })
    expect([...rows.keys()]).toEqual(['2026-11'])
  })

  it('a device that cannot be read for a moment is written over by nothing, and what was shown meanwhile joins what is there', async () => {
    const add = (id: string, value: string) =>
      changeHere<string>('ana', CLASE, (hojas) => withNote(hojas, '2026-11', id, value, Date.now()))
    note('2026-11', 'a', 'uno')
    here.unreadable = true
    expect(await add('b', 'dos')).toBe(false)
    await expect(queryClient.fetchQuery(hojasOptions('ana', CLASE))).rejects.toThrow()
    here.unreadable = false
    expect(await shown()).toEqual({ '2026-11 a': 'uno' })
    await queryClient.fetchQuery(hojasOptions('ana', CLASE))
    here.unreadable = true
    expect(await add('b', 'dos')).toBe(false)
    here.unreadable = false
    expect(await add('c', 'tres')).toBe(true)
    queryClient.clear()
    expect(await shown()).toEqual({ '2026-11 a': 'uno', '2026-11 b': 'dos', '2026-11 c': 'tres' })
  })

  const ORDERS = Number(process.env.VAULT_ORDERS ?? 100)

  it(`in ${ORDERS} orders of writing, erasing, sending, broken lines and wrong clocks both devices end alike, with the last word of each`, async () => {
    for (let seed = 1; seed <= ORDERS; seed++) {
      rows.clear()
      devices.splice(0, devices.length, new Map([['cofre', KEY]]), new Map([['cofre', KEY]]))
      let state = seed
      const draw = (below: number) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        return Math.floor((state / 2 ** 32) * below)
      }
      /** Each device writes notes of its own, and one that both write. */
      const last = new Map<string, string | null>()
      const clock = [1_000, 1_000 + draw(100_000)]
      for (let step = 0; step < 16; step++) {
        on(draw(2))
        line.left = draw(10) < 3 ? draw(4) : Number.POSITIVE_INFINITY
        line.arrives = draw(2) === 0
        if (draw(5) < 2) await sync()
        else {
          const own = `${here.device}${draw(2)}`
          const id = draw(4) === 0 ? 'both' : own
          const value = draw(5) === 0 ? null : `${seed}-${step}`
          const periodo = `2026-0${1 + draw(2)}`
          // A clock may stand, run backwards or be set far ahead.
          const now = clock[here.device]! + draw(3) * 10 - 10
          await changeHere<string>('ana', CLASE, (hojas) => withNote(hojas, periodo, id, value, now))
          if (id === own) last.set(`${periodo} ${id}`, value)
        }
      }
      line.left = Number.POSITIVE_INFINITY
      for (const device of [0, 1, 0]) {
        on(device)
        await sync()
      }
      on(0)
      const one = await shown()
      on(1)
      const two = await shown()
      expect(one, `order ${seed}`).toEqual(two)
      for (const [id, value] of last) expect(one[id] ?? null, `order ${seed}, ${id}`).toBe(value)
    }
  }, 600_000)

  it('what is written next to others writes no other anew where each is a copy of its own', async () => {
    note('2026-10', 'a', 'uno')
    note('2026-11', 'b', 'dos')
    await queryClient.fetchQuery(hojasOptions('ana', CLASE))
    here.kept = []
    await changeHere<string>('ana', CLASE, (hojas) => withNote(hojas, '2026-11', 'b', 'tres', Date.now()))
    expect(here.kept).toEqual([CLASE === 'animo' ? 'hojas animo' : 'hojas hechos 2026-11'])
    expect(await shown()).toEqual({ '2026-10 a': 'uno', '2026-11 b': 'tres' })
  })
})
