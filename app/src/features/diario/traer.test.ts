import { strToU8, zipSync } from 'fflate'
import { beforeEach, expect, it, vi } from 'vitest'
import { service } from '../../lib/testing/answering.ts'

vi.mock('../../lib/api/client.ts', () => import('../../lib/testing/answering.ts'))
vi.mock('../../lib/session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../../lib/installation/config.ts', () => ({ loadConfig: async () => ({}) }))
vi.mock('../../lib/session/sessionStorage.ts', () => ({ storedSession: () => ({ user: { id: 'ana' } }) }))
const cofre = vi.hoisted(() => ({ closed: false }))
vi.mock('../../lib/cofre/cofre.ts', () => ({
  llaveToSeal: async () => (cofre.closed ? { id: 'llave' } : null),
  sealTextWith: async (_: unknown, { fila }: { fila: string }, texto: string) => `cerrado ${fila} ${texto}`,
  openText: async ({ fila }: { fila: string }, texto: string) =>
    texto === 'ajeno' ? 'cerrada' : { texto: texto.replace(`cerrado ${fila} `, ''), sellada: cofre.closed },
}))

const { bringPlan, planFor, readArchivo } = await import('./traer.ts')

type Row = { fecha: string; contenido: string; actualizado_en: string }
const rows = new Map<string, Row>()
let clock = 0
const put = (fecha: string, contenido: string) =>
  rows.set(fecha, { fecha, contenido, actualizado_en: String(++clock) })

beforeEach(() => {
  rows.clear()
  cofre.closed = false
  service.begin((asked, body) => {
    if (asked.startsWith('GET')) return Response.json([...rows.values()])
    const given = [body].flat() as { fecha: string; contenido: string; basada_en: string }[]
    if (given.some(({ fecha, basada_en }) => (rows.get(fecha)?.actualizado_en ?? '-infinity') !== basada_en))
      return Response.json({ code: 'PT409', message: 'PT409' }, { status: 409 })
    for (const { fecha, contenido } of given) put(fecha, contenido)
    return new Response(null, { status: 201 })
  })
})

const { signal } = new AbortController()
const file = (contenido: string | Uint8Array, name = 'notas.txt') => new File([contenido as never], name)
const plan = async (contenido: string) => planFor('ana', await readArchivo(file(contenido)), signal)
const bring = async (contenido: string) => bringPlan('ana', await plan(contenido), signal, () => {})
const words = () => Object.fromEntries([...rows.values()].map(({ fecha, contenido }) => [fecha, contenido]))

const DIARY = '2020-01-01\nUno\n2020-01-02\nDos'

it.each([false, true])('what is brought stands behind what was there, once; sealed: %s', async (closed) => {
  cofre.closed = closed
  const as = (fecha: string, texto: string) => (closed ? `cerrado ${fecha} ${texto}` : texto)
  put('2020-01-02', as('2020-01-02', 'Mío'))
  expect(await bring(DIARY)).toBe(2)
  const once = words()
  expect(once).toEqual({
    '2020-01-01': as('2020-01-01', 'Uno'),
    '2020-01-02': as('2020-01-02', 'Mío\n\nDos'),
  })
  expect(await bring(DIARY)).toBe(0)
  expect(words()).toEqual(once)
})

it('what another device wrote meanwhile stays, and the rest is brought', async () => {
  const planned = await plan(DIARY)
  put('2020-01-01', 'De otra parte')
  expect(await bringPlan('ana', planned, signal, () => {})).toBe(1)
  expect(words()).toEqual({ '2020-01-01': 'De otra parte', '2020-01-02': 'Dos' })
  expect(await bring(DIARY)).toBe(1)
  expect(words()['2020-01-01']).toBe('De otra parte\n\nUno')
})

it('a day that this device cannot open is not touched', async () => {
  put('2020-01-01', 'ajeno')
  expect(await plan(DIARY)).toMatchObject({ ocupados: 1, cambios: [{ fecha: '2020-01-02' }] })
})

it('twenty years are written in parts', async () => {
  const days = Array.from({ length: 120 }, (_, at) =>
    new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
  )
  expect(await bring(days.map((day) => `${day}\nAlgo`).join('\n'))).toBe(120)
  expect(service.methods().filter((method) => method === 'POST')).toHaveLength(3)
})

it('an archive of texts is read, its pictures and what the system put there are left', async () => {
  const archive = zipSync({
    'Journal.json': strToU8(
      '{"entries":[{"creationDate":"2020-01-01T12:00:00Z","timeZone":"UTC","text":"Uno"}]}',
    ),
    '2020-01-02.md': strToU8('Dos'),
    'photos/a.jpeg': strToU8('2020-01-03\nTres'),
    '__MACOSX/._Journal.json': strToU8('{}'),
  })
  expect((await readArchivo(file(archive, 'x.zip'))).notas.map(({ texto }) => texto)).toEqual(['Uno', 'Dos'])
})

it.each([
  ['no dates', 'Hola'],
  ['a broken archive', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)],
  ['an empty one', new Uint8Array()],
])('%s is refused in words', async (_, contenido) => {
  await expect(readArchivo(file(contenido))).rejects.toMatchObject({ name: 'NoSeLee' })
})
