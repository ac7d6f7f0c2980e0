import { expect, it, vi } from 'vitest'
import { report } from './denuncias.ts'
import { service, taken } from './testing/answering.ts'

// What another file loaded before, without this, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./client.ts', () => import('./testing/answering.ts'))

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
