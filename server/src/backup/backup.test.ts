import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { settingsOf } from '../../testing/amparoServer.ts'
import { backupRound, openFolder, picture } from '../../testing/backupRound.ts'
import { query } from '../../testing/sandbox.ts'
import { type Harness, startHarness } from '../../testing/storage.ts'
import {
  archiveContinuously,
  backup,
  backupOfTheDay,
  checkBackup,
  newestBackup,
  newKeys,
  restore,
} from '../backups.ts'
import { loadSecrets } from '../config/secrets.ts'
import { openDatabase } from '../openDatabase.ts'
import { removeCluster, startEmbeddedPostgres } from '../postgres/launcher.ts'
import { runningAddress } from '../postgres/running.ts'

// PostgreSQL starts a dozen times here: a slow machine, beside other work, took two minutes for one of these.
vi.setConfig({ testTimeout: 300_000 })

let harness: Harness
let place: Awaited<ReturnType<typeof openFolder>>
let keys: Awaited<ReturnType<typeof newKeys>>
const file = () => path.join(place.folder, 'una.copia.age')
const settings = (dataDir: string) => settingsOf({ AMPARO_DATA: dataDir })
/** As the server runs: with a folder beside it. */
const kept = () =>
  settingsOf({
    AMPARO_DATA: harness.dataDir,
    AMPARO_BACKUP_FOLDER: daily(),
    AMPARO_BACKUP_PUBLIC_KEY: keys.publicKey,
    AMPARO_BACKUP_CONTINUOUS: '1',
  })
const daily = () => path.join(place.folder, 'diarias')
const own = { privateKey: async () => keys.privateKey, log: () => undefined }

beforeAll(async () => {
  ;[place, keys] = await Promise.all([openFolder(), newKeys()])
  harness = await startHarness({ AMPARO_BACKUP_FOLDER: daily(), AMPARO_BACKUP_CONTINUOUS: '1' })
  await backup(settings(harness.dataDir), file(), [keys.publicKey])
})
afterAll(async () => {
  await harness?.close()
  await place?.dispose()
})

describe('an installation that is copied while it is written to', () => {
  it('is elsewhere as it was, with every row and picture acknowledged by then, after a kill -9', async () => {
    const round = await backupRound(harness, { folder: place.folder, tag: 'carga', keys }, () => {})
    expect(round.lostRows).toEqual([])
    expect(round.lostPictures).toEqual([])
    expect(round.rows).toBeGreaterThan(100)
    expect(round.pictures).toBeGreaterThanOrEqual(3)
    expect(round.restored).toMatchObject({
      missingFiles: 0,
      damage: [],
      wasChecked: true,
      hasNewSecrets: false,
    })
    expect(round.restored.accounts).toBeGreaterThanOrEqual(3)
    // Nothing is held any longer.
    expect((await readdir(path.join(harness.dataDir, 'storage'))).sort()).toEqual(['incoming', 'objects'])
  })
})

describe('what is written between two backups', () => {
  it('is kept, and the installation comes back as it was before a mistake, with what was uploaded by then', async () => {
    const { server } = harness
    // A machine that fell between the two names of a backup leaves the first one.
    await mkdir(daily(), { recursive: true })
    await writeFile(path.join(daily(), 'amparo-en-curso'), 'of another day')
    const made = await backupOfTheDay(kept())
    expect((await readdir(daily())).filter((name) => name.includes('en-curso'))).toEqual([])
    expect(await backupOfTheDay(kept())).toBeUndefined()
    expect(await newestBackup(kept())).toEqual({ newest: expect.stringMatching(/^20/), isLate: false })
    await server.query(`create table public.nota as select 'antes' as que`)
    const profiles = (await harness.client('service')).storage.from('profiles')
    await profiles.upload('avatars/despues.png', await picture(7), { contentType: 'image/png' })
    const [{ now: until }] = (await server.query<{ now: Date }>('select clock_timestamp() as now')) as [
      { now: Date },
    ]
    await server.query('delete from public.nota')
    const [{ segment }] = (await server.query<{ segment: string }>(
      'select pg_walfile_name(pg_switch_wal()) as segment',
    )) as [{ segment: string }]
    const archived = path.join(daily(), 'wal', `${segment}.gz.age`)
    await vi.waitFor(
      async () => {
        await archiveContinuously(kept())
        expect(existsSync(archived)).toBe(true)
      },
      { timeout: 20_000, interval: 100 },
    )

    const dataDir = path.join(place.folder, 'de-antes')
    const restored = await restore(settings(dataDir), { ...own, source: daily(), until })
    expect(restored).toMatchObject({ file: made!.file, endedEarly: false, missingFiles: 0, damage: [] })
    expect(restored.lastChange!.getTime()).toBeLessThanOrEqual(until.getTime())
    const started = await startEmbeddedPostgres({
      dataDir,
      product: 'amparo',
      superuserPassword: (await loadSecrets(dataDir)).superuserPassword,
    })
    expect(await query(started.connection, 'select que from nota')).toEqual([{ que: 'antes' }])
    expect(
      await query(started.connection, `select name from storage.objects where name = 'avatars/despues.png'`),
    ).toHaveLength(1)
    await started.stop()
    await removeCluster(dataDir)
  })
})

describe('the file', () => {
  it('is for its owner alone, and tells nothing without the key', async () => {
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    await expect(checkBackup(file(), undefined)).rejects.toThrow('hace falta su llave privada')
    const { privateKey } = await newKeys()
    await expect(checkBackup(file(), privateKey)).rejects.toThrow('La llave privada no es la de')
    expect(Date.parse((await checkBackup(file(), keys.privateKey)).moment)).toBeLessThan(Date.now())
  })

  it.each([
    ['cut off', async (copy: string) => truncate(copy, (await stat(copy)).size - 100)],
    ['changed in one byte', flip],
  ])('%s is recognised, encrypted or not, and leaves no half installation', async (_how, harm) => {
    const plain = path.join(place.folder, `llana-${_how.length}.copia`)
    await backup(settings(harness.dataDir), plain, [])
    for (const [source, privateKey] of [
      [file(), keys.privateKey],
      [plain, undefined],
    ] as const) {
      const copy = `${source}.mala`
      await writeFile(copy, await readFile(source))
      await harm(copy)
      await expect(checkBackup(copy, privateKey)).rejects.toThrow('está dañada o incompleta')
    }
    const dataDir = path.join(place.folder, 'de-mala')
    await expect(restore(settings(dataDir), { ...own, source: `${plain}.mala` })).rejects.toThrow(
      'está dañada',
    )
    expect(await readdir(dataDir)).toEqual(['lock'])
  })

  it('is never written over another, and leaves nothing where it cannot be written', async () => {
    await expect(backup(settings(harness.dataDir), file(), [])).rejects.toThrow('ya existe')
    await expect(backup(settings(harness.dataDir), '/dev/full/una', [])).rejects.toThrow('No existe')
    await expect(
      backup(settings(harness.dataDir), path.join(place.folder, 'x'), ['age1nada']),
    ).rejects.toThrow('no es una llave pública')
    expect((await readdir(place.folder)).filter((name) => name.includes('partial'))).toEqual([])
  })
})

describe('a restore', () => {
  it('of a file without secrets makes new ones', async () => {
    const plain = path.join(place.folder, 'sin-claves.copia')
    expect(await backup(settings(harness.dataDir), plain, [])).toMatchObject({ hasSecrets: false })
    const dataDir = path.join(place.folder, 'sin-claves')
    // What an ended restore left; no server begins there.
    await mkdir(path.join(dataDir, 'restoring'), { recursive: true })
    await chmod(dataDir, 0o711)
    await writeFile(path.join(dataDir, 'secrets.json'), 'half')
    await expect(openDatabase(settings(dataDir))).rejects.toThrow('restauración a medias')
    expect(await restore(settings(dataDir), { ...own, source: plain })).toMatchObject({
      hasNewSecrets: true,
      damage: [],
    })
    const holding = await openDatabase({ ...settings(dataDir), port: 0 })
    await holding.release()
    await removeCluster(dataDir)
  })

  it('refuses a folder with an installation in it and touches nothing', async () => {
    const dataDir = path.join(place.folder, 'llena')
    await mkdir(dataDir)
    await writeFile(path.join(dataDir, 'secrets.json'), '{}')
    await expect(restore(settings(dataDir), { ...own, source: file() })).rejects.toThrow(
      /no está vacía \(secrets\.json\): no se ha tocado nada/,
    )
    expect(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')).toBe('{}')
    expect(await runningAddress(dataDir)).toBeUndefined()
    expect(existsSync(path.join(dataDir, 'restoring'))).toBe(false)
  })
})

/** All of its bits: a single one may be padding of the compression, which changes nothing. */
async function flip(copy: string): Promise<void> {
  const handle = await open(copy, 'r+')
  const at = Math.floor((await handle.stat()).size / 2)
  const { buffer } = await handle.read({ buffer: Buffer.alloc(1), position: at })
  await handle.write(Buffer.from([buffer[0]! ^ 0xff]), 0, 1, at)
  await handle.close()
}
