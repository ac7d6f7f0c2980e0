import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { RunningServer } from '../server/src/start.ts'
import { plantInstallation } from '../server/testing/amparoServer.ts'
import { startAmparo } from '../tools/lib/amparo.ts'
import { freePort } from '../tools/lib/port.ts'

/**
 * The bytes of files that left with their account, where the storage server is another's: what `archivos-sweep` asks of a Storage API.
 * The one that answers here is ours; the note is planted as the database leaves it on a host without our server (sql/archivos_por_borrar).
 */
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#874a8d' } }).png()
let folder: string
let server: RunningServer
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'amparo-archivos-'))
  await chmod(folder, 0o711)
  await plantInstallation(path.join(folder, 'data'))
  const started = await startAmparo({
    demo: true,
    staticDir: null,
    env: { AMPARO_DATA: path.join(folder, 'data'), PORT: String(await freePort()) },
  })
  server = started.server
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const sweep = (key = server.config.secrets.serviceRoleKey) =>
  fetch(`${server.url}/functions/v1/archivos-sweep`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })

async function files(): Promise<string[]> {
  const found = await readdir(path.join(folder, 'data'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Puts a file and takes its row away, as the database does when an account ends; its bytes stay. */
async function left(name: string): Promise<string> {
  const service = createClient(server.url, server.config.secrets.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has none of its own.
    realtime: { transport: WebSocket as never },
  })
  const { error } = await service.storage
    .from('profiles')
    .upload(name, await picture.clone().toBuffer(), { contentType: 'image/png' })
  if (error) throw error
  const [row] = await server.query<{ version: string }>(
    `insert into interno.archivos_por_borrar (deposito, nombre, version)
     select bucket_id, name, version from storage.objects where name = $1 returning version`,
    [name],
  )
  await server.query('delete from storage.objects where name = $1', [name])
  return row!.version
}

const waiting = async () =>
  (await server.query<{ nombre: string }>('select nombre from interno.archivos_por_borrar')).map(
    ({ nombre }) => nombre,
  )

describe('archivos-sweep', () => {
  it('has the Storage API remove the bytes, and forgets them', async () => {
    const version = await left(`avatars/${crypto.randomUUID()}.png`)
    expect(await files()).toContain(version)
    expect((await sweep(server.config.secrets.anonKey)).status).toBe(403)
    const answer = await sweep()
    expect(await answer.json()).toEqual({ removed: 1, waiting: 0 })
    expect(await files()).not.toContain(version)
    expect(await waiting()).toEqual([])
    expect(await (await sweep()).json()).toEqual({ removed: 0, waiting: 0 })
  })

  it('leaves no row behind where the Storage API refuses, and tries again', async () => {
    const name = `avatars/${crypto.randomUUID()}.png`
    await left(name)
    // The API's own delete fails; that of the database goes on.
    await server.query(
      `create function interno.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;`,
    )
    await server.query(
      `create trigger refuse before delete on storage.objects for each row
       when (old.name = '${name}' and current_setting('storage.allow_delete_query', true) is distinct from 'true')
       execute function interno.refuse()`,
    )
    expect(await (await sweep()).json()).toEqual({ removed: 0, waiting: 1 })
    expect(await waiting()).toEqual([name])
    expect(await server.query('select from storage.objects where name = $1', [name])).toEqual([])
    await server.query('drop trigger refuse on storage.objects')
    expect(await (await sweep()).json()).toEqual({ removed: 1, waiting: 0 })
  })
})
