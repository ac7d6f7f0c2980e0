import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPostgres } from '../../testing/postgres.ts'
import { applyMigrations } from './migrations.ts'

let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let client: pg.Client
let folder: string
beforeAll(async () => {
  postgres = await startTestPostgres(undefined, 'platform')
  client = new pg.Client(postgres.connection)
  await client.connect()
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await mkdir(path.join(folder, 'migrations'))
})
afterAll(async () => {
  await client?.end()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})
const write = (name: string, sql: string) => writeFile(path.join(folder, 'migrations', name), sql)

it('a file that PostgreSQL refuses is named, with what to do: the version before is of use only where there was one', async () => {
  await write('1_one.sql', 'create table one (id int)')
  await write('2_two.sql', 'create table two (id nothing)')
  for (const start of ['first', 'second'])
    await expect(applyMigrations(client, folder), start).rejects.toThrow(
      /^Migración 2_two\.sql: .*nothing.*\. De ese archivo no quedó nada: corrígelo y arranca otra vez\.$/,
    )
  await client.query(`insert into auth.users (id, email) values (gen_random_uuid(), 'ana@example.com')`)
  await expect(applyMigrations(client, folder)).rejects.toThrow(
    /no quedó nada y los datos están como estaban: arranca otra vez con la versión de antes/,
  )
  await write('2_two.sql', 'create table two (id int)')
  expect((await applyMigrations(client, folder)).map(({ version }) => version)).toEqual(['2'])
})
