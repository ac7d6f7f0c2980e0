import { expect, it, vi } from 'vitest'
import { enlazar, type Hecho, huellaOf, type Sello, SIN_ANTERIOR, tachadasOf } from './registro.ts'

const hechoOf = (id: string, minute: number): Hecho => ({
  id,
  cuando: '2026-11-28',
  escrito: new Date(Date.UTC(2026, 10, 28, 0, minute)).toISOString(),
  texto: id,
  foto: null,
  sonido: null,
  corrige: null,
  tacha: false,
  sal: id,
})

/** The marks of these entries, stamped in that order. */
async function stamped(hechos: readonly Hecho[]): Promise<Sello[]> {
  const sellos: Sello[] = []
  for (const [index, hecho] of hechos.entries()) {
    const huella = await huellaOf('ana', index + 1, sellos.at(-1) ?? SIN_ANTERIOR, hecho)
    sellos.push({ numero: index + 1, huella, sellado: '2026-11-29T00:00:00.000Z' })
  }
  return sellos
}
const many = (name: string, count: number, minute = 0) =>
  Array.from({ length: count }, (_, n) => hechoOf(`${name}${n}`, minute + n))
const idsOf = async (hechos: readonly Hecho[], sellos: readonly Sello[]) => {
  const { cadena, sueltos } = await enlazar('ana', hechos, sellos)
  return [cadena.map(({ hecho }) => hecho?.id ?? null), sueltos.map(({ id }) => id)]
}

it('what was written without a network, and stamped after what was written later, is found', async () => {
  const [late, early] = [many('late', 30), many('early', 30, 500)]
  const wait = hechoOf('wait', 900)
  const sellos = await stamped([...early, ...late])
  expect(await idsOf([...late, ...early, wait], sellos)).toEqual([
    [...early, ...late].map(({ id }) => id),
    ['wait'],
  ])
})

it('marks whose entries are on another device cost a few hashes each', async () => {
  const [theirs, mine] = [many('theirs', 100), many('mine', 100)]
  const sellos = await stamped([...theirs, ...mine])
  const digest = vi.spyOn(crypto.subtle, 'digest')
  expect(await idsOf(mine, sellos)).toEqual([[...theirs.map(() => null), ...mine.map(({ id }) => id)], []])
  expect(digest.mock.calls.length).toBeLessThan(600)
})

it('a strike strikes the entry that it names, and nothing once it is struck itself', () => {
  const first = hechoOf('first', 0)
  const strike = { ...hechoOf('strike', 1), corrige: 'first', tacha: true }
  const correction = { ...hechoOf('correction', 2), corrige: 'first' }
  const undo = { ...hechoOf('undo', 3), corrige: 'strike', tacha: true }
  const struck = (...hechos: Hecho[]) => [...tachadasOf(hechos)].map(([id, by]) => [id, by.id])
  expect(struck(first, strike, correction)).toEqual([['first', 'strike']])
  expect(struck(undo, first, strike)).toEqual([['strike', 'undo']])
  expect(struck(first, correction)).toEqual([])
})
