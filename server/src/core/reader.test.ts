import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: the test brings a database of its own
import { type EmbeddedPostgres, removeCluster, startEmbeddedPostgres } from '../postgres/launcher.ts'
import { createPool } from './db.ts'

let dataDir: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'amparo-reader-'))
  postgres = await startEmbeddedPostgres({ dataDir, superuserPassword: 'of-this-test' })
})
afterAll(async () => {
  await postgres?.stop()
  await removeCluster(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

describe('what the driver throws while it reads', () => {
  it('an answer that cannot be held ends its connection and its request, not the process', async () => {
    const { user, password } = postgres.connection
    const pool = createPool(postgres.connection, { user, password }, { max: 1 })
    const client = await pool.connect()
    const connection = (client as unknown as { connection: import('node:events').EventEmitter }).connection
    connection.once('dataRow', () => {
      // As Node throws it for a text of more than 512 MB; making one takes too long here.
      throw Object.assign(new Error('too long'), { code: 'ERR_STRING_TOO_LONG' })
    })
    await expect(client.query('select 1')).rejects.toMatchObject({ code: 'ERR_STRING_TOO_LONG' })
    client.release(true)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })
})
