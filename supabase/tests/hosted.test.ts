import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../server/src/db/database.ts'
import { fingerprint } from '../../tools/lib/catalogue.ts'
import { asHosted, type Engine, PROJECT, prepare, startEmbedded } from './database.ts'

/** Supabase's own command-line tool, where `SUPABASE_CLI` names it (docs/operations.md): what it makes of the folder is what our server makes of it. */
const { SUPABASE_CLI } = process.env

describe.skipIf(!SUPABASE_CLI)('pushed by Supabase’s tool', () => {
  let engine: Engine
  let pushed: Engine
  beforeAll(async () => {
    engine = await startEmbedded()
    pushed = await asHosted(engine)
  }, 120_000)
  afterAll(() => engine?.stop())

  const push = async () => {
    const { host, port, database } = pushed.address
    const { user, password } = pushed.owner
    const where = host.startsWith('/')
      ? `postgresql://${user}:${password}@localhost:${port}/${database}?sslmode=disable&host=${encodeURIComponent(host)}`
      : `postgresql://${user}:${password}@${host}:${port}/${database}?sslmode=disable`
    const { stdout, stderr } = await promisify(execFile)(
      SUPABASE_CLI!,
      ['db', 'push', '--include-seed', '--yes', '--db-url', where],
      {
        cwd: path.dirname(PROJECT),
        env: { PATH: process.env.PATH, HOME: process.env.HOME, SUPABASE_TELEMETRY_DISABLED: '1' },
      },
    )
    return stdout + stderr
  }

  it('an empty project gets the migrations and the seed, and a second push finds nothing to do', {
    timeout: 300_000,
  }, async () => {
    expect(await push()).toContain('Finished supabase db push')
    expect(await push()).toContain('up to date')
    const ours = await asHosted(engine, 'por_nosotras')
    await prepare(ours.address, ours.owner, PROJECT, ['./seed.sql'])
    const [theirs, mine] = await Promise.all(
      [pushed, ours].map(async ({ address, owner }) => {
        const pool = createPool(address, owner, { max: 1 })
        try {
          return await fingerprint(async (sql: string) => (await pool.query(sql)).rows, { rows: false })
        } finally {
          await pool.end()
        }
      }),
    )
    expect(theirs!.length).toBeGreaterThan(1_000)
    expect(theirs).toEqual(mine)
  })
})
