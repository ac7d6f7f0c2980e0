import { createClient } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import { ServiceError } from './errors.ts'
import { changeRow, deleteRow, StaleForm, saveForm, saveRow } from './versionedRows.ts'

const { service } = vi.hoisted(() => ({ service: vi.fn<(asked: string) => unknown>() }))
// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./client.ts', () => ({
  openClient: async () =>
    createClient('https://casa.mx', 'anon', {
      auth: { persistSession: false, autoRefreshToken: false },
      // The oldest Node that is served has none of its own.
      realtime: { transport: class {} as never },
      global: {
        fetch: async (url, init) => Response.json(service(`${init?.method} ${new URL(String(url)).search}`)),
      },
    }),
}))

type Row = { id: string; version: number; titulo: string }
const base: Row = { id: 'a', version: 3, titulo: 'Uno' }

/** A table of one row, which somebody else may have changed. */
function table(now: Row | null, isHers = true) {
  return {
    add: vi.fn(async () => {}),
    says: ({ titulo }: Row) => titulo === 'Uno',
    change: vi.fn(async ({ id, version }: Row) =>
      isHers && now?.id === id && now.version === version ? [{ id }] : [],
    ),
    read: vi.fn(async () => now),
  }
}

it('changes the row that the form was filled in from', async () => {
  const rows = table(base)
  await saveForm({ id: 'a', base }, rows)
  expect(rows.change).toHaveBeenCalledWith(base)
  expect(rows.add).not.toHaveBeenCalled()
})

it('does not wipe what somebody else changed meanwhile: it says what is there now', async () => {
  const now = { ...base, version: 4, titulo: 'Dos' }
  const failure = await saveForm({ id: 'a', base }, table(now)).catch((thrown: unknown) => thrown)
  expect(failure).toBeInstanceOf(StaleForm)
  expect((failure as StaleForm).now).toBe(now)
  // Decided on what is there now, it goes.
  await saveForm({ id: 'a', base: now }, table(now))
})

it('what had arrived, though its answer got lost, is no change of somebody else’s', async () => {
  const rows = table({ ...base, version: 4 })
  await saveForm({ id: 'a', base }, rows)
  expect(rows.change).toHaveBeenCalledTimes(1)
})

it('says that it is gone, and then adds it again under its id', async () => {
  const rows = table(null)
  const failure = await saveForm({ id: 'a', base }, rows).catch((thrown: unknown) => thrown)
  expect((failure as StaleForm).now).toBeNull()
  await saveForm({ id: 'a', base: null }, rows)
  expect(rows.add).toHaveBeenCalledWith('a')
})

it('what she may not change any more is no change of somebody else’s', async () => {
  await expect(saveForm({ id: 'a', base }, table(base, false))).rejects.toMatchObject({ code: '42501' })
})

describe('a new row whose answer was lost', () => {
  /** The row under the form's id, as it arrived; the form says «Uno» now. */
  const arrived = (titulo: string, version = 1) => {
    const rows = table({ id: 'a', version, titulo })
    rows.add.mockRejectedValue(new ServiceError('ya', '23505', 409))
    return rows
  }

  it('has arrived: the same words again change nothing', async () => {
    const rows = arrived('Uno')
    await saveForm({ id: 'a', base: null }, rows)
    expect(rows.change).not.toHaveBeenCalled()
  })
  it('is brought up to what she has corrected since', async () => {
    const rows = arrived('Unno')
    await saveForm({ id: 'a', base: null }, rows)
    expect(rows.change).toHaveBeenCalledWith(expect.objectContaining({ id: 'a', version: 1, titulo: 'Unno' }))
  })
  it('is not written over where another device has changed it: she sees what is there', async () => {
    const rows = arrived('De otra', 2)
    const failure = await saveForm({ id: 'a', base: null }, rows).catch((thrown: unknown) => thrown)
    expect((failure as StaleForm).now).toMatchObject({ titulo: 'De otra' })
    expect(rows.change).not.toHaveBeenCalled()
  })
  it('is no row where nothing is there under its id', async () => {
    const rows = table(null)
    rows.add.mockRejectedValue(new ServiceError('ya', '23505', 409))
    await expect(saveForm({ id: 'a', base: null }, rows)).rejects.toMatchObject({ code: '23505' })
  })
})

it('any other failure of a new row is one', async () => {
  const rows = table(null)
  rows.add.mockRejectedValueOnce(new ServiceError('no', 'network', 0))
  await expect(saveForm({ id: 'a', base: null }, rows)).rejects.toMatchObject({ code: 'network' })
})

it('a table’s row is changed in the version that the form was filled in from, and in no other', async () => {
  const now = { id: 'a', version: 4, nombre: 'De otra' }
  service.mockImplementation((asked) => (asked.startsWith('PATCH') ? [] : now))
  const form = { id: 'a', base: { id: 'a', version: 3 } }
  const failure = await saveRow('salas_comunidad', form, { nombre: 'Mía' }).catch((thrown: unknown) => thrown)
  expect((failure as StaleForm).now).toEqual(now)
  expect(service.mock.calls[0]).toEqual(['PATCH ?id=eq.a&version=eq.3&select=id'])
})

describe('what is done to a row of the team’s without a form', () => {
  const read = { id: 'a', version: 3 }
  /** What the service has now; its answers to a deletion or a change, which is of that version alone. */
  const served = (now: (typeof read & { visible?: boolean }) | null, estado = 'activa', isHers = true) =>
    service.mockImplementation((asked) => {
      if (asked === 'GET ') return estado
      if (asked.startsWith('GET')) return now
      return isHers && now?.version === 3 ? [{ id: 'a' }] : []
    })

  it('is done to the version that she has read', async () => {
    served(read)
    await deleteRow('encuentros', read)
    await changeRow('podcast', read, { visible: true })
    expect(service.mock.calls.slice(-2)).toEqual([
      ['DELETE ?id=eq.a&version=eq.3&select=id'],
      ['PATCH ?id=eq.a&version=eq.3&select=id'],
    ])
  })
  it.each([
    ['somebody else changed', { id: 'a', version: 4 }, 'activa', 'PT409'],
    ['somebody else took away', null, 'activa', 'PGRST116'],
    ['is not hers to touch', read, 'activa', '42501'],
    ['she sees no more, since her role has ended', null, 'ninguna', '42501'],
  ])('is not done, and not said to be, to what %s', async (_, now, estado, code) => {
    served(now, estado, false)
    await expect(deleteRow('encuentros', read)).rejects.toMatchObject({ code })
    await expect(changeRow('podcast', read, { visible: true })).rejects.toMatchObject({ code })
  })
  it('is done where it is so already: its answer got lost', async () => {
    served({ id: 'a', version: 4, visible: true })
    await changeRow('podcast', read, { visible: true })
  })
  it('nor is a form told that it was deleted, where her role has ended', async () => {
    served(null, 'ninguna')
    await expect(saveRow('encuentros', { id: 'a', base: read }, {} as never)).rejects.toMatchObject({
      code: '42501',
    })
  })
})
