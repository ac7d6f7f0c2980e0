import { describe, expect, it, vi } from 'vitest'
import { service, taken } from '../testing/answering.ts'
import { report } from './denuncias.ts'

// What another file loaded before, without this, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../api/client.ts', () => import('../testing/answering.ts'))

const denuncia = {
  mensaje_id: 'm',
  motivo: 'acoso',
  detalle: 'Me insultó',
  contacto: false,
} as const
const before = (part: object = {}) => ({ ...denuncia, estado: 'pendiente', ...part })
const again = (row: object | null, part: object = {}) => {
  service.begin((what) => (what.startsWith('POST') ? taken() : Response.json(row ? [row] : [])))
  return report({ ...denuncia, ...part })
}

it('the same report once more is no failure, nor is one without words', async () => {
  for (const part of [{}, { detalle: null }]) {
    await again(before(), part)
    expect(service.methods()).toEqual(['POST', 'GET'])
  }
})

it.each([
  ['in other words', before(), { detalle: 'Y ahora sabe dónde vivo' }],
  ['for another reason', before(), { motivo: 'peligro' }],
  ['with a yes to be written to', before(), { contacto: true }],
  ['that the team has settled', before({ estado: 'descartado' }), {}],
])('is not thanked for what went nowhere: %s', async (_, row, part) => {
  await expect(again(row, part)).rejects.toMatchObject({ code: 'ya_denunciado' })
})

describe('somebody in a call', () => {
  const llamada = {
    origen: 'llamada',
    autora_id: 'u',
    id: 'a',
    motivo: 'acoso',
    detalle: 'Me insultó',
    contacto: false,
  } as const
  const gone = () => Response.json({ code: 'PT404', message: 'Esa persona ya no está.' }, { status: 404 })
  const pressed = (first: () => Response, there: object[], part: object = {}) => {
    service.begin((what, body) =>
      what.startsWith('GET')
        ? Response.json(there)
        : (body as { id: string }).id === 'a'
          ? first()
          : new Response(null, { status: 204 }),
    )
    return report({ ...llamada, ...part }, () => 'b')
  }

  it('pressed again is reported once, also where the team was quicker, or the reported one has left since', async () => {
    for (const first of [taken, gone])
      for (const estado of ['pendiente', 'descartado']) {
        await pressed(first, [{ ...llamada, estado }])
        expect(service.methods()).toEqual(['POST', 'GET'])
        expect(service.calls[1]!.asked).toContain('id=eq.a')
      }
  })

  it('in other words is another report: the team reads both', async () => {
    await pressed(taken, [{ ...llamada, estado: 'pendiente' }], { detalle: 'Y ahora me amenaza' })
    expect(service.methods()).toEqual(['POST', 'GET', 'POST'])
    expect(service.calls.at(-1)!.body).toEqual({ ...llamada, detalle: 'Y ahora me amenaza', id: 'b' })
  })

  it('who left before anything arrived is not there to be reported', async () => {
    await expect(pressed(gone, [])).rejects.toMatchObject({ code: 'PT404' })
  })
})
