import { beforeEach, expect, it, vi } from 'vitest'
import { ServiceError } from '../api/errors.ts'
import { orderedUuid } from '../random.ts'
import { importLlave, type Llave } from './sobre.ts'

/** The bucket, and the keys of this device. */
const bucket = new Map<string, Blob>()
const device: { actual: Llave | null; newest: Llave | null; todas: Map<string, Llave>; answers: number } = {
  actual: null,
  /** The service's newest key, where this device has it and has not begun to use it. */
  newest: null,
  todas: new Map(),
  answers: Number.POSITIVE_INFINITY,
}
vi.mock('./cofre.ts', () => ({
  CofreCerrado: class extends Error {},
  llaveroOf: async () => device,
  llaveToSeal: async () => device.newest ?? device.actual,
}))
vi.mock('../api/upload.ts', () => ({
  sendFile: async ({ path, file }: { path: string; file: Blob }) => {
    if (bucket.has(path)) throw new ServiceError('ya está', '409', 409)
    bucket.set(path, file)
    if (--device.answers < 0) throw new ServiceError('se cortó', 'network', 0)
  },
}))
vi.mock('../api/ask.ts', () => ({
  ask: (question: (db: unknown) => Promise<unknown>) => question({ storage: { from: () => storage } }),
}))
const storage = {
  list: async (folder: string, { search }: { search: string }) =>
    [...bucket.keys()]
      .filter((path) => path.startsWith(`${folder}/${search}`))
      .sort()
      .map((path) => ({ name: path.slice(folder.length + 1) })),
  download: async (path: string) => bucket.get(path)!,
  remove: async (paths: string[]) => void paths.map((path) => bucket.delete(path)),
}

const { bringArchivo, listArchivos, listUnsealed, parseNombre, readArchivo, removeArchivo, sealArchivos } =
  await import('./archivos.ts')

const OWNER = 'a0000000-0000-4000-8000-000000000001'
const VOICE = { mime: 'audio/webm', segundos: 3, hora: '10:40', datos: new Uint8Array([1, 2, 3]) }
const fileOf = (fecha: string, at: number) => ({ fecha, id: orderedUuid(at), tipo: 'voz' as const })
const makeKey = () => importLlave(crypto.getRandomValues(new Uint8Array(32)))
const seal = () => sealArchivos(OWNER, new AbortController().signal, () => {})
const has = (...llaves: Llave[]) => {
  device.actual = llaves[0]!
  device.newest = null
  device.todas = new Map(llaves.map((llave) => [llave.id, llave]))
}

beforeEach(async () => {
  bucket.clear()
  device.answers = Number.POSITIVE_INFINITY
  has(await makeKey())
})

it('what is brought is listed by its month in the order of making, and opens as it was', async () => {
  for (const [fecha, at] of [
    ['2026-11-29', 2_000],
    ['2026-11-29', 1_000],
    ['2026-10-01', 3_000],
  ] as const)
    await bringArchivo(OWNER, fileOf(fecha, at), VOICE)
  const november = await listArchivos(OWNER, '2026-11')
  expect(november.map(({ id }) => id.slice(0, 13))).toEqual(
    [1_000, 2_000].map((at) => orderedUuid(at).slice(0, 13)),
  )
  expect(await readArchivo(OWNER, november[0]!)).toEqual(VOICE)
  expect(await bucket.values().next().value!.text()).not.toContain('audio/webm')
})

it('brought twice, since the first answer was lost, it is there once', async () => {
  const file = fileOf('2026-11-29', 1)
  device.answers = 0
  await expect(bringArchivo(OWNER, file, VOICE)).rejects.toThrow('se cortó')
  await bringArchivo(OWNER, file, VOICE)
  expect(bucket.size).toBe(1)
})

it('another device, damage and another name: none of them opens, and each says so', async () => {
  const archivo = await bringArchivo(OWNER, fileOf('2026-11-29', 1), VOICE)
  const [path, sealed] = [...bucket][0]!
  bucket.set(path.replace('2026-11-29', '2026-11-30'), sealed)
  expect(await readArchivo(OWNER, parseNombre(archivo.nombre.replace('2026-11-29', '2026-11-30'))!)).toBe(
    'rota',
  )
  bucket.set(path, sealed.slice(0, -1))
  expect(await readArchivo(OWNER, archivo)).toBe('rota')
  has(await makeKey())
  expect(await readArchivo(OWNER, archivo)).toBe('cerrada')
})

it('after a change of key each is sealed anew once, wherever it was interrupted, and listed once', async () => {
  const before = device.actual!
  for (const at of [1, 2]) await bringArchivo(OWNER, fileOf('2026-11-29', at), VOICE)
  const now = await makeKey()
  has(now, before)
  device.answers = 0
  await expect(seal()).rejects.toThrow('se cortó')
  expect(bucket.size).toBe(3)
  expect((await listArchivos(OWNER)).map(({ llave }) => llave)).toEqual([now.id, before.id])
  device.answers = Number.POSITIVE_INFINITY
  await seal()
  has(now)
  const archivos = await listArchivos(OWNER)
  expect(archivos.map(({ llave }) => llave)).toEqual([now.id, now.id])
  expect(bucket.size).toBe(2)
  expect(await readArchivo(OWNER, archivos[0]!)).toEqual(VOICE)
})

it('where the service knows a newer key than this device uses, nothing that is sealed with it is lost', async () => {
  const before = device.actual!
  const newest = await makeKey()
  await bringArchivo(OWNER, fileOf('2026-11-29', 1), VOICE)
  has(before, newest)
  device.newest = newest
  await bringArchivo(OWNER, fileOf('2026-11-29', 2), VOICE)
  expect((await listUnsealed(OWNER)).map(({ llave }) => llave)).toEqual([before.id])
  await seal()
  const archivos = await listArchivos(OWNER)
  expect(archivos.map(({ llave }) => llave)).toEqual([newest.id, newest.id])
  for (const archivo of archivos) expect(await readArchivo(OWNER, archivo)).toEqual(VOICE)
})

it('an envelope that arrived damaged does not cost her the one before', async () => {
  const before = device.actual!
  const { nombre } = await bringArchivo(OWNER, fileOf('2026-11-29', 1), VOICE)
  const now = await makeKey()
  has(now, before)
  bucket.set(`${OWNER}/${nombre.replace(before.id, now.id)}`, new Blob(['cut']))
  await seal()
  expect(await readArchivo(OWNER, parseNombre(nombre)!)).toEqual(VOICE)
})

it('one that is there under two keys is listed under the present one, whichever name comes first', async () => {
  const keys = [await makeKey(), await makeKey()] as const
  const file = fileOf('2026-11-29', 1)
  for (const key of keys) {
    has(key)
    await bringArchivo(OWNER, file, VOICE)
  }
  for (const [now, before] of [keys, [keys[1], keys[0]] as const]) {
    has(now, before)
    expect((await listArchivos(OWNER)).map(({ llave }) => llave)).toEqual([now.id])
    // Another device changed the key: this one has the one before, and seals with none.
    has(before)
    device.actual = null
    expect((await listArchivos(OWNER)).map(({ llave }) => llave)).toEqual([before.id])
  }
})

it('what is deleted is gone under every key', async () => {
  const before = device.actual!
  const file = fileOf('2026-11-29', 1)
  await bringArchivo(OWNER, file, VOICE)
  has(await makeKey(), before)
  await bringArchivo(OWNER, file, VOICE)
  await bringArchivo(OWNER, fileOf('2026-11-29', 2), VOICE)
  await removeArchivo(OWNER, file)
  expect(bucket.size).toBe(1)
})

it.each([
  '2026-11-29.voz',
  '2026-11-29.b1000000-0000-4000-8000-000000000001.AAAAAAAAAAA.mp3',
  '.emptyFolderPlaceholder',
])('%s is none of her files', (nombre) => {
  expect(parseNombre(nombre)).toBeNull()
})
