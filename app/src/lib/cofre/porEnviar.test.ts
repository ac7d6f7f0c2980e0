import { beforeEach, expect, it, vi } from 'vitest'
import { memoryDevice } from '../testing/memory.ts'
import type { Archivo } from './archivos.ts'
import type { Contenido } from './contenido.ts'

const device = memoryDevice()
vi.mock('../offline/outbox.ts', async () => {
  const { createQueue } = await import('../offline/queue.ts')
  return { queue: createQueue(device.shelf) }
})

/** The service: which files it has, whether it can be reached, whether its answers arrive, and an upload that waits. */
const service = { has: new Set<string>(), up: true, answers: true, until: Promise.resolve() }
const offline = () => new TypeError('Failed to fetch')
vi.mock('./archivos.ts', () => ({
  rechazoOfTamano: () => null,
  async bringArchivo(_: string, archivo: Archivo) {
    if (!service.up) throw offline()
    await service.until
    service.has.add(archivo.id)
    if (!service.answers) throw offline()
    return archivo
  },
  async removeArchivo(_: string, { id }: Archivo) {
    if (!service.up) throw offline()
    service.has.delete(id)
  },
}))

const { queue } = await import('../offline/outbox.ts')
const { addArchivo, deleteArchivo, dropDay, dropPorEnviar, readPorEnviar } = await import('./porEnviar.ts')

const ANA = 'ana'
const DIA = '2026-11-29'
const VOICE: Contenido = { mime: 'audio/webm', segundos: 3, hora: '10:40', datos: new Uint8Array([1, 2, 3]) }
const add = () => addArchivo(ANA, DIA, 'voz', VOICE)
const idHere = () => [...device.rows.values()][0]!.id
const networkIsBack = () =>
  vi.waitFor(() => {
    Object.assign(service, { up: true, answers: true })
    queue.wake()
    expect(device.rows.size).toBe(0)
  })

beforeEach(() => {
  queue.close()
  device.disk.full = false
  device.rows.clear()
  Object.assign(service, { has: new Set(), up: true, answers: true, until: Promise.resolve() })
  queue.open(ANA)
})

it.each([
  ['the file', () => dropPorEnviar(ANA, idHere())],
  ['its day', () => dropDay(ANA, DIA)],
])(
  'deleting %s while it is on its way deletes what arrives, and nothing is said to be kept',
  async (_, drop) => {
    let arrive = () => {}
    service.until = new Promise((resolve) => {
      arrive = resolve
    })
    const added = add()
    await vi.waitFor(() => expect(device.rows.size).toBe(1))
    await drop()
    arrive()
    expect(await added).toBe('deleted')
    await vi.waitFor(() => expect(device.rows.size).toBe(0))
    expect(service.has.size).toBe(0)
  },
)

it.each([
  ['the file', () => dropPorEnviar(ANA, idHere())],
  ['its day', () => dropDay(ANA, DIA)],
])(
  'deleting %s that had arrived without an answer deletes it at the service once there is a network',
  async (_, drop) => {
    service.answers = false
    expect(await add()).toBe('here')
    service.up = false
    await drop()
    // Of what she deleted the device keeps no picture and no sound.
    expect(JSON.stringify([...device.rows.values()])).not.toContain('datos')
    expect(service.has.size).toBe(1)
    await networkIsBack()
    expect(service.has.size).toBe(0)
  },
)

it('one that is shown as arrived, while the device would send it again, stays deleted', async () => {
  service.answers = false
  expect(await add()).toBe('here')
  await deleteArchivo(ANA, { id: idHere(), fecha: DIA, tipo: 'voz', llave: 'x', nombre: 'x' })
  await networkIsBack()
  expect(service.has.size).toBe(0)
})

it('a device without room is not said to keep a file, however fast the network fails', async () => {
  device.disk.full = true
  // Later than the network.
  device.disk.late = new Promise((resolve) => setTimeout(resolve, 50))
  service.up = false
  expect(await add()).toBe('page')
  device.disk.full = false
  expect(await add()).toBe('here')
  await networkIsBack()
})

it('a page that has just begun tells what earlier ones left to be sent, without what she deleted', async () => {
  service.up = false
  await add()
  const id = idHere()
  await add()
  await dropPorEnviar(ANA, id)
  queue.close()
  const { cosas, kept } = await readPorEnviar(ANA)
  expect(cosas.map(({ tipo, contenido }) => [tipo, contenido])).toEqual([['voz', VOICE]])
  expect(kept).toBe(true)
})
