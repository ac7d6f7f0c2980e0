import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  enlazar,
  type Hecho,
  huellaOf,
  type Prueba,
  pruebaOf,
  type Sello,
  SIN_ANTERIOR,
  type Sonido,
} from '../app/src/features/registro/registro.ts'

/** The example of docs/registro.md. */
const example = JSON.parse(
  /```json\n([\s\S]*?)```/.exec(readFileSync(new URL('../docs/registro.md', import.meta.url), 'utf8'))![1]!,
) as Prueba

/** A file verified as the document says, without a line of the app's. @returns the numbers at which something is wrong */
function verifyByTheDocument(prueba: Prueba, service?: readonly Sello[]): number[] {
  const wrong = new Set<number>()
  let before = { huella: '', sellado: '' }
  prueba.entradas.forEach((entrada, index) => {
    const { numero, huella, sellado, id, cuando, escrito, texto, foto, sonido, corrige, tacha, sal } = entrada
    if (numero !== index + 1) wrong.add(index + 1)
    if (id !== undefined) {
      const line = [
        'registro1',
        prueba.cuenta,
        numero,
        before.huella,
        before.sellado,
        id,
        cuando,
        escrito,
        texto,
      ]
      const sound = sonido
        ? createHash('sha256').update(Buffer.from(sonido.datos, 'base64')).digest('hex')
        : ''
      const text = JSON.stringify([...line, foto ?? '', sound, corrige ?? '', tacha ? 'tacha' : '', sal])
      if (createHash('sha256').update(text).digest('hex') !== huella) wrong.add(index + 1)
    }
    const stored = service?.[index]
    if (stored && (stored.huella !== huella || stored.sellado !== sellado)) wrong.add(index + 1)
    before = { huella, sellado }
  })
  return [...wrong]
}

const sonidoOf = (datos: string): Sonido => ({
  mime: 'audio/webm',
  segundos: 2,
  sha256: createHash('sha256').update(Buffer.from(datos, 'base64')).digest('hex'),
  datos,
})

const CUENTA = 'b0000000-0000-4000-8000-000000000002'
const hecho = (number: number, over: Partial<Hecho> = {}): Hecho => ({
  id: `hecho${number}`,
  cuando: `2026-11-0${number}T21:30`,
  escrito: `2026-11-2${number}T08:00:00.000Z`,
  texto: `Lo "que" pasó ${number}\n\\ ñ 🌸`,
  foto: number === 3 ? '/9j/4AAQSkZJRg==' : null,
  sonido: number === 4 ? sonidoOf('GkXfow==') : null,
  corrige: number === 5 ? 'hecho1' : null,
  tacha: number === 5,
  sal: `sal${number}`,
  ...over,
})
const HECHOS = [1, 2, 3, 4, 5].map((number) => hecho(number))

async function stamp(hechos: readonly Hecho[]): Promise<Sello[]> {
  const sellos: Sello[] = []
  for (const [index, one] of hechos.entries()) {
    const huella = await huellaOf(CUENTA, index + 1, sellos.at(-1) ?? SIN_ANTERIOR, one)
    sellos.push({ numero: index + 1, huella, sellado: `2026-11-29T10:00:0${index}.000Z` })
  }
  return sellos
}

async function exported(): Promise<Prueba> {
  const chain = await enlazar(CUENTA, HECHOS, await stamp(HECHOS))
  return pruebaOf(CUENTA, chain, new Date('2026-11-30T10:00:00Z'))
}

it('the example of the document is what the app makes, and verifies', async () => {
  expect(verifyByTheDocument(example)).toEqual([])
  for (const [index, entrada] of example.entradas.entries())
    expect(
      await huellaOf(
        example.cuenta,
        index + 1,
        example.entradas[index - 1] ?? SIN_ANTERIOR,
        entrada as Hecho,
      ),
    ).toBe(entrada.huella)
})

it('an export verifies with Node’s own crypto, and against the marks of the service', async () => {
  const prueba = await exported()
  expect(prueba.entradas).toHaveLength(5)
  expect(verifyByTheDocument(prueba, await stamp(HECHOS))).toEqual([])
})

type Change = (prueba: Prueba) => void
const put =
  (index: number, part: Partial<Hecho & Sello>): Change =>
  ({ entradas }) =>
    void Object.assign(entradas[index]!, part)

it.each<[string, Change, number[]]>([
  ['a changed word', put(1, { texto: 'Otra cosa' }), [2]],
  ['a changed day', put(1, { cuando: '2026-11-03' }), [2]],
  ['another picture', put(2, { foto: '/9j/5AAQSkZJRg==' }), [3]],
  ['another sound', put(3, { sonido: { ...sonidoOf('GkXfow=='), datos: 'GkXfpA==' } }), [4]],
  ['another sound with its own hash', put(3, { sonido: sonidoOf('GkXfpA==') }), [4]],
  ['a strike that becomes a correction', put(4, { tacha: false }), [5]],
  ['a removed entry', ({ entradas }) => void entradas.splice(1, 1), [2, 3, 4]],
  ['a swapped order', ({ entradas }) => void entradas.splice(1, 2, entradas[2]!, entradas[1]!), [2, 3, 4]],
  ['a changed time of a mark', put(2, { sellado: '2026-10-01T10:00:00.000Z' }), [4]],
  ['another account', (prueba) => void Object.assign(prueba, { cuenta: example.cuenta }), [1, 2, 3, 4, 5]],
])('%s is seen in the file alone', async (_, change, wrong) => {
  const prueba = await exported()
  change(prueba)
  expect(verifyByTheDocument(prueba)).toEqual(wrong)
})

it('a changed time of the last mark, and a chain that was made anew, are seen by what the service has', async () => {
  const service = await stamp(HECHOS)
  const last = await exported()
  put(4, { sellado: '2026-10-01T10:00:00.000Z' })(last)
  expect(verifyByTheDocument(last, service)).toEqual([5])
  const others = HECHOS.with(1, hecho(2, { texto: 'Otra cosa' }))
  const anew = pruebaOf(CUENTA, await enlazar(CUENTA, others, await stamp(others)), new Date())
  expect(verifyByTheDocument(anew)).toEqual([])
  expect(verifyByTheDocument(anew, service)).toEqual([2, 3, 4, 5])
})

it('which entry a mark is of, its hash says; what is on another device leaves its mark, and what waits has none', async () => {
  // Stamped in another order than it was written in.
  const order = [HECHOS[2]!, HECHOS[0]!, HECHOS[3]!]
  const sellos = await stamp(order)
  const here = HECHOS.filter(({ id }) => id !== 'hecho1')
  const chain = await enlazar(CUENTA, here, sellos)
  expect(chain.cadena.map((eslabon) => eslabon.hecho?.id)).toEqual(['hecho3', undefined, 'hecho4'])
  expect(chain.sueltos.map(({ id }) => id)).toEqual(['hecho2', 'hecho5'])
  const prueba = pruebaOf(CUENTA, chain, new Date())
  expect(verifyByTheDocument(prueba, sellos)).toEqual([])
  expect(prueba.sinSello).toHaveLength(2)
})
