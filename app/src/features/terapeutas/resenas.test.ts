import { describe, expect, it, vi } from 'vitest'
import { service, taken } from '../../lib/testing/answering.ts'
import { saveRespuesta } from './resenas.ts'

// What another file loaded before, without this, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../lib/api/client.ts', () => import('../../lib/testing/answering.ts'))

const there = (texto: string, version = 1) => Response.json([{ version, texto }])

describe('what a therapist answers to a review', () => {
  it('is there once, though its answer got lost', async () => {
    service.begin((what) => (what.startsWith('POST') ? taken() : there('Gracias')))
    await saveRespuesta('r', null, 'Gracias')
    expect(service.methods()).toEqual(['POST', 'GET'])
  })

  it('wipes no answer that somebody else has written meanwhile: it is shown', async () => {
    service.begin((what) => (what.startsWith('POST') ? taken() : there('De Eva')))
    await expect(saveRespuesta('r', null, 'Gracias')).rejects.toMatchObject({
      name: 'StaleForm',
      now: { id: 'r', version: 1, texto: 'De Eva' },
    })
    expect(service.methods()).not.toContain('PATCH')
  })

  it('then takes its place, once that was seen', async () => {
    service.begin(() => there('Gracias', 2))
    await saveRespuesta('r', { id: 'r', version: 1, texto: 'De Eva' }, 'Gracias')
    expect(service.calls[0]!.asked).toContain('version=eq.1')
  })

  it('says where the review is gone', async () => {
    service.begin(() => Response.json({ code: '23503', message: 'violates foreign key' }, { status: 409 }))
    await expect(saveRespuesta('r', null, 'Gracias')).rejects.toThrow('Esa reseña ya no está.')
  })
})
