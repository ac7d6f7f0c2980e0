import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { createPool } from './database.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(async () => {
  await postgres?.stop()
})

describe('what the driver throws while it reads', () => {
  it('an answer that cannot be held ends its connection and its request, not the process', async () => {
    const pool = createPool(postgres.address, postgres.owner, { max: 1 })
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
