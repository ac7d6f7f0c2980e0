import { expect, it, vi } from 'vitest'
import { service, taken } from '../../lib/testing/answering.ts'
import { suggest } from './sugerencias.ts'

// What another file loaded before, without this, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../lib/api/client.ts', () => import('../../lib/testing/answering.ts'))

const row = { asociacion_id: null, texto: 'Hay una casa nueva en Mérida', telefono: '9991234567' }

/** The first press arrived with `there`, and its answer got lost. */
const arrived = (there: object | null) =>
  service.begin((what, body) =>
    what.startsWith('POST') && (body as { id: string }).id === 'a'
      ? taken()
      : what.startsWith('GET')
        ? Response.json(there ? [there] : [])
        : new Response(null, { status: 204 }),
  )

it('pressed again after a lost answer it is there once', async () => {
  arrived(row)
  await suggest('a', row, () => 'b')
  expect(service.methods()).toEqual(['POST', 'GET'])
})

it('corrected since, what had arrived is taken back and said anew', async () => {
  for (const there of [{ ...row, texto: 'Hay una casa' }, { ...row, telefono: null }, null]) {
    arrived(there)
    await suggest('a', row, () => 'b')
    expect(service.methods()).toEqual(['POST', 'GET', 'DELETE', 'POST'])
    expect(service.calls.at(-1)!.body).toEqual({ ...row, id: 'b' })
  }
})
