import { beforeEach, expect, it, vi } from 'vitest'
import { service } from '../testing/answering.ts'

const { device } = vi.hoisted(() => ({ device: new Map<string, unknown>() }))
vi.mock('../api/client.ts', () => import('../testing/answering.ts'))
vi.mock('../session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../installation/config.ts', () => ({ loadConfig: async () => ({}) }))
vi.mock('../session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
vi.mock('../offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopyOrFail: async (_: string, name: string) => device.get(name) ?? null,
  readCopy: async (_: string, name: string) => device.get(name) ?? null,
  keepCopy: async (_: string, name: string, value: unknown) => void device.set(name, value),
}))
vi.stubGlobal('indexedDB', {})

const { createCodigo } = await import('./codigo.ts')
const { createCofre } = await import('./cofre.ts')
const { queryClient } = await import('../api/query.ts')
const { sealAgenda } = await import('./cerrarAgenda.ts')
const { openPalabras, sealPalabras } = await import('./palabras.ts')
queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } })

type Row = { id: string; titulo: string; lugar: string | null; notas: string | null; actualizado_en: string }

const db = { rows: new Map<string, Row>(), slots: [] as object[], clock: 0, left: Number.POSITIVE_INFINITY }
/** What another device does just before an event is written. */
const meanwhile = new Map<string, Partial<Row>>()

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

function answer(asked: string, body: unknown): Response {
  if (--db.left < 0) return Response.json({ message: 'x' }, { status: 500 })
  const [method, path] = asked.split(' ') as [string, string]
  if (path.startsWith('cofre_ranuras')) {
    if (method === 'GET') return Response.json(db.slots)
    db.slots.unshift(body as object)
    return new Response(null, { status: 201 })
  }
  if (method === 'GET') {
    const after = /id=gt\.([\w-]+)/.exec(path)![1]!
    const due = [...db.rows.values()].filter(({ id, titulo }) => id > after && !titulo.startsWith('cofre1.'))
    return Response.json(due.slice(0, 3))
  }
  const id = /[?&]id=eq\.([\w-]+)/.exec(path)![1]!
  const other = meanwhile.get(id)
  if (other) db.rows.set(id, { ...db.rows.get(id)!, ...other, actualizado_en: String(++db.clock) })
  const row = db.rows.get(id)!
  if (row.actualizado_en !== /actualizado_en=eq\.([\w-]+)/.exec(path)![1]) return Response.json([])
  db.rows.set(id, { ...row, ...(body as Partial<Row>), actualizado_en: String(++db.clock) })
  return Response.json([{ id }])
}

beforeEach(() => {
  db.rows.clear()
  db.slots = []
  db.left = Number.POSITIVE_INFINITY
  device.clear()
  meanwhile.clear()
  queryClient.clear()
  service.begin(answer)
  for (let number = 1; number <= 7; number++) {
    const id = uuidOf(number)
    const notas = number % 2 ? null : `nota "${number}"`
    db.rows.set(id, { id, titulo: `Cita ${number}`, lugar: 'Aquí', notas, actualizado_en: `v${number}` })
  }
})

const seal = () => sealAgenda('ana', new AbortController().signal, () => {})
const sealedCount = () => [...db.rows.values()].filter(({ titulo }) => titulo.startsWith('cofre1.')).length

it('goes on where it stopped, leaves what another device changed meanwhile, and gives every word back', async () => {
  await createCofre('ana', (await createCodigo()).llave, null)
  // The slots, a question, two events; then nothing is answered.
  db.left = 4
  await expect(seal()).rejects.toThrow()
  expect(sealedCount()).toBe(2)
  db.left = Number.POSITIVE_INFINITY

  meanwhile.set(uuidOf(5), { titulo: 'Otra' })
  await seal()
  expect(sealedCount()).toBe(6)
  expect(db.rows.get(uuidOf(5))).toMatchObject({ titulo: 'Otra', lugar: 'Aquí' })
  meanwhile.clear()
  await seal()
  expect(sealedCount()).toBe(7)
  for (const row of db.rows.values()) {
    expect(row).toMatchObject({ lugar: null, notas: null })
    const number = Number(row.id.slice(-3))
    expect(await openPalabras('ana', row)).toMatchObject({
      titulo: number === 5 ? 'Otra' : `Cita ${number}`,
      lugar: 'Aquí',
      notas: number % 2 ? null : `nota "${number}"`,
      ilegible: null,
    })
  }
})

it('an envelope opens for its own event alone, and without a key nothing is sealed or shown', async () => {
  const palabras = { titulo: 'Terapia', lugar: null, notas: null }
  expect(await sealPalabras('ana', uuidOf(1), palabras)).toEqual(palabras)
  await createCofre('ana', (await createCodigo()).llave, null)
  const sealed = await sealPalabras('ana', uuidOf(1), palabras)
  expect(await openPalabras('ana', { id: uuidOf(2), ...sealed })).toMatchObject({
    titulo: '',
    ilegible: 'rota',
  })
  device.clear()
  queryClient.clear()
  expect(await openPalabras('ana', { id: uuidOf(1), ...sealed })).toMatchObject({
    titulo: '',
    ilegible: 'cerrada',
  })
  await expect(sealPalabras('ana', uuidOf(1), palabras)).rejects.toMatchObject({ code: 'cofre_cerrado' })
  await expect(seal()).rejects.toMatchObject({ code: 'cofre_cerrado' })
  expect(sealedCount()).toBe(0)
})
