import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { createPool } from '../db/database.ts'
import { Clock, type ClockParts } from './clock.ts'

const DAYS = 3 * 24 * 60 * 60_000

describe('the clock', () => {
  const log = { warn: vi.fn(), error: vi.fn() }
  let real: number
  let wall: number
  let row: { seen: number; moves: number }
  const move = vi.fn<ClockParts['move']>(async ({ moves }) => {
    if (moves !== row.moves) return false
    row.moves += 1
    return true
  })
  const watch = () =>
    new Clock({
      read: async () => {
        const before = row.seen
        row.seen = wall
        return { at: wall, before, moves: row.moves }
      },
      move,
      log,
      wall: () => wall,
      steady: () => real,
    })
  const pass = (ms: number, jump = 0) => {
    real += ms
    wall += ms + jump
  }
  beforeEach(() => {
    vi.clearAllMocks()
    real = 50_000
    wall = Date.parse('2026-11-23T12:00:00Z')
    row = { seen: wall, moves: 0 }
  })

  it.each([DAYS, -DAYS, 7_200_000, -3_600_000])('that was moved by %i ms is noticed, once', async (jump) => {
    const clock = watch()
    await clock.check()
    pass(5_000)
    await clock.check()
    expect(move).not.toHaveBeenCalled()
    pass(5_000, jump)
    await clock.check()
    expect(move.mock.calls).toEqual([[{ seconds: jump / 1_000, moves: 0, elapsedSeconds: 5 }]])
    pass(5_000)
    await clock.check()
    expect(move).toHaveBeenCalledTimes(1)
    expect(log.warn).toHaveBeenCalledTimes(1)
  })

  it('of this machine is noticed at once, although it was checked within the second', async () => {
    const clock = watch()
    await clock.check()
    pass(100)
    await clock.check()
    pass(100, DAYS)
    await clock.check()
    expect(move).toHaveBeenCalledTimes(1)
  })

  it('is noticed on a busy machine, and that the machine is busy is no move', async () => {
    let busy = 0
    const clock = new Clock({
      read: async () => {
        pass(busy)
        const at = wall
        pass(busy)
        return { at, before: at, moves: row.moves }
      },
      ...{ move, log, wall: () => wall, steady: () => real },
    })
    await clock.check()
    busy = 3_000
    pass(5_000)
    await clock.check()
    busy = 0
    pass(5_000)
    await clock.check()
    expect(move).not.toHaveBeenCalled()
    busy = 3_000
    pass(5_000, -DAYS)
    await clock.check()
    expect(move).toHaveBeenCalledTimes(1)
  })

  it('is put right by one of several processes', async () => {
    const clocks = [watch(), watch()]
    for (const clock of clocks) await clock.check()
    pass(5_000, -DAYS)
    for (const clock of clocks) await clock.check()
    pass(5_000)
    for (const clock of clocks) await clock.check()
    expect(move).toHaveBeenCalledTimes(1)
    pass(5_000, DAYS)
    for (const clock of clocks) await clock.check()
    expect(move).toHaveBeenCalledTimes(2)
  })

  it('that was set back while no process ran is noticed at the start; that time has passed is none', async () => {
    pass(60_000, DAYS)
    await watch().check()
    expect(move).not.toHaveBeenCalled()
    pass(60_000, -DAYS)
    await watch().check()
    expect(move.mock.calls[0]![0].seconds).toBe(60 - DAYS / 1_000)
  })

  it('whose move cannot be put right is told, and it is tried again', async () => {
    const clock = watch()
    await clock.check()
    pass(5_000, -DAYS)
    move.mockRejectedValueOnce(new Error('no'))
    expect(await clock.check()).toBe(false)
    pass(500)
    expect(await clock.check(), 'without another check').toBe(false)
    expect(log.error).toHaveBeenCalledTimes(1)
    pass(4_500)
    expect(await clock.check()).toBe(true)
    expect(move.mock.calls[1]![0]).toEqual({ seconds: -DAYS / 1_000, moves: 0, elapsedSeconds: 10 })
  })
})

describe('what waits in the database', () => {
  const PLATFORM = path.join(import.meta.dirname, '..', '..', 'platform')
  let postgres: TestPostgres
  let pool: pg.Pool
  beforeAll(async () => {
    postgres = await startTestPostgres()
    pool = createPool(postgres.address, postgres.owner)
    for (const file of ['01_roles.sql', '02_auth.sql', '06_local_server.sql'])
      await pool.query(await readFile(path.join(PLATFORM, file), 'utf8'))
  })
  afterAll(async () => {
    await pool?.end()
    await postgres?.stop()
  })
  beforeEach(() =>
    pool.query(
      `truncate local_server.mail_outbox, local_server.rate_limits; update local_server.clock set moves = 0`,
    ),
  )
  const moved = async (seconds: number, moves = 0) =>
    (await pool.query('select local_server.clock_moved($1, $2, 5) as moved', [seconds, moves])).rows[0].moved

  it.each([-259_200, -3_600, 7_200, 259_200])(
    'is not late, lost or forgotten by %i seconds',
    async (jump) => {
      await pool.query(
        `insert into local_server.mail_outbox (lane, kind, recipient, sealed, due_at, created_at)
       select 'ordinary', 'x', 'waits', '', now() + interval '60 seconds' - $1 * interval '1 second',
         now() - interval '1 hour' - $1 * interval '1 second'`,
        [jump],
      )
      const now = Date.now()
      await pool.query(`insert into local_server.rate_limits values ('hers', 2, $1)`, [
        now + 900_000 - jump * 1_000,
      ])
      expect([await moved(jump), await moved(jump)]).toEqual([true, false])
      const mail = await pool.query<{ due: number; age: number }>(
        `select extract(epoch from due_at - now())::float8 as due, extract(epoch from now() - created_at)::float8 as age
       from local_server.mail_outbox`,
      )
      expect(mail.rows[0]!.due).toBeGreaterThan(50)
      expect(mail.rows[0]!.due).toBeLessThan(121)
      expect(mail.rows[0]!.age).toBeLessThan(3_700 + (jump === -3_600 ? 3_600 : 0))
      const limits = await pool.query<{ expire: string }>('select expire from local_server.rate_limits')
      expect(Math.abs(Number(limits.rows[0]!.expire) - now - 900_000)).toBeLessThan(2_000)
    },
  )

  it('the code of a second factor is none that was used, once the clock is set back', async () => {
    await pool.query(
      `with hers as (insert into auth.users (id) values (gen_random_uuid()) returning id), factor as (
         insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
         select gen_random_uuid(), id, 'totp', 'verified', now(), now(), 'x' from hers returning id)
       insert into local_server.factor_steps select id, floor(extract(epoch from now()) / 30) + 8640 from factor`,
    )
    await moved(-259_200)
    const { rows } = await pool.query<{ last_step: string }>(
      'select last_step from local_server.factor_steps',
    )
    expect(Number(rows[0]!.last_step)).toBeLessThanOrEqual(Math.floor(Date.now() / 30_000))
  })
})
