import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { backup, restore } from '../src/backups.ts'
import { loadSecrets } from '../src/config/secrets.ts'
import { removeCluster, startEmbeddedPostgres } from '../src/postgres/launcher.ts'
import { settingsOf } from './amparoServer.ts'
import { PRODUCT_NAME } from './cluster.ts'
import type { Harness } from './storage.ts'

/** What was acknowledged, and when. */
export interface Acknowledged {
  name: string
  at: number
}

const WRITERS = 4

/** Rows and pictures written without pause, until it is ended. */
export class Load {
  readonly rows: Acknowledged[] = []
  readonly pictures: Acknowledged[] = []
  private ending = false
  private running: Promise<unknown>[] = []

  private constructor(
    private readonly harness: Harness,
    private readonly tag: string,
  ) {}

  /** @param tag tells the rows and pictures of several loads apart */
  static async start(harness: Harness, tag: string): Promise<Load> {
    await harness.server.query(
      'create table if not exists public.escrito (que text primary key, relleno text)',
    )
    const load = new Load(harness, tag)
    load.running = [...Array.from({ length: WRITERS }, (_, writer) => load.write(writer)), load.upload()]
    return load
  }

  /** Waits until so many of both are acknowledged. */
  async until(rows: number, pictures: number): Promise<void> {
    while (this.rows.length < rows || this.pictures.length < pictures) {
      if (this.ending) throw new Error('the load ended early')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** What is under way is waited for; what fails by then was never acknowledged. */
  async end(): Promise<void> {
    this.ending = true
    await Promise.allSettled(this.running)
  }

  private async write(writer: number): Promise<void> {
    const { address, owner } = this.harness.server.database
    const client = new pg.Client({ ...address, ...owner })
    client.on('error', () => undefined)
    await client.connect()
    for (let number = 0; !this.ending; number += 1) {
      const name = `${this.tag}-${writer}-${number}`
      await client.query('insert into escrito values ($1, $2)', [name, 'x'.repeat(400)])
      this.rows.push({ name, at: Date.now() })
    }
    await client.end()
  }

  private async upload(): Promise<void> {
    const profiles = (await this.harness.client('service')).storage.from('profiles')
    for (let number = 0; !this.ending; number += 1) {
      const name = `avatars/${this.tag}-${number}.png`
      const { error } = await profiles.upload(name, await picture(number), { contentType: 'image/png' })
      if (error) throw error
      this.pictures.push({ name, at: Date.now() })
    }
  }
}

/** A small picture, another one for each number. */
export function picture(number: number): Promise<Buffer> {
  const background = { r: number % 256, g: 80, b: 120 }
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
}

/** A folder that ends with the test, and that PostgreSQL's own account may pass. */
export async function openFolder(): Promise<{ folder: string; dispose(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'amparo-copias-'))
  await chmod(folder, 0o711)
  return { folder, dispose: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * Backs an installation up while it is written to, restores the file elsewhere, and counts what is not there.
 * @returns how many were acknowledged in time, how many of them are lost, what is damaged
 */
export async function backupRound(
  harness: Harness,
  at: { folder: string; tag: string; keys: { publicKey: string; privateKey: string } },
  kill: () => void,
) {
  const load = await Load.start(harness, at.tag)
  const file = path.join(at.folder, `${at.tag}.copia.age`)
  const taken = await (async () => {
    try {
      await load.until(100, 3)
      return await backup(settingsOf({ AMPARO_DATA: harness.dataDir }), file, [at.keys.publicKey])
    } finally {
      kill()
      await load.end()
    }
  })()
  const moment = Date.parse(taken.moment)

  const dataDir = path.join(at.folder, at.tag)
  const restored = await restore(settingsOf({ AMPARO_DATA: dataDir }), {
    source: file,
    privateKey: async () => at.keys.privateKey,
    log: () => undefined,
  })
  const inTime = (all: Acknowledged[]) => all.filter((one) => one.at < moment).map(({ name }) => name)
  const [rows, pictures] = [inTime(load.rows), inTime(load.pictures)]
  const kept = await contents(dataDir)
  const lostPictures: string[] = []
  for (const name of pictures) {
    const version = kept.pictures.get(name)
    const below = version && path.join('storage/objects', version.slice(0, 2), version)
    // Not there, or not the same: lost.
    const [before, after] = below
      ? await Promise.all(
          [harness.dataDir, dataDir].map((from) => readFile(path.join(from, below)).catch(() => '')),
        )
      : []
    if (!before || !after || !Buffer.from(before).equals(Buffer.from(after))) lostPictures.push(name)
  }
  await removeCluster(dataDir)
  await rm(dataDir, { recursive: true, force: true })
  return {
    taken,
    restored,
    rows: rows.length,
    pictures: pictures.length,
    later: load.rows.length - rows.length,
    lostRows: rows.filter((name) => !kept.rows.has(name)),
    lostPictures,
  }
}

/** What a restored installation has, as its next start finds it. */
async function contents(dataDir: string): Promise<{ rows: Set<string>; pictures: Map<string, string> }> {
  const { superuserPassword } = await loadSecrets(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, product: PRODUCT_NAME, superuserPassword })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    const rows = await client.query<{ que: string }>('select que from escrito')
    const objects = await client.query<{ name: string; version: string }>(
      'select name, version from storage.objects',
    )
    return {
      rows: new Set(rows.rows.map(({ que }) => que)),
      pictures: new Map(objects.rows.map(({ name, version }) => [name, version])),
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Whether a program is installed. */
export function isInstalled(program: string): Promise<boolean> {
  return new Promise((resolve) => execFile(program, ['--version'], (error) => resolve(!error)))
}
