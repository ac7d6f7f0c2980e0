import { describe, expect, it, vi } from 'vitest'
import { errorsOf } from '../../../lib/form/errors.ts'
import { service, taken } from '../../../lib/testing/answering.ts'
import { begin, comunicadoSchema, stateOf, tell, toRow } from './comunicados.ts'

// What another file loaded before, without this, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('../../../lib/api/client.ts', () => import('../../../lib/testing/answering.ts'))

const HOY = '2026-11-23'
const whole = { ...begin(HOY), titulo: ' Cerramos ', texto: ' El martes no respondemos. ' }
const wrong = (part: object) => Object.keys(errorsOf(comunicadoSchema(HOY), { ...whole, ...part }) ?? {})

describe('a word of the team', () => {
  it('needs words, a country where it is for one, and days that follow each other, sixty at most', () => {
    expect(wrong({})).toEqual([])
    for (const nothing of ['', ' '])
      expect(wrong({ titulo: nothing, texto: nothing })).toEqual(['titulo', 'texto'])
    expect(wrong({ hasta: HOY })).toEqual([])
    expect(wrong({ publico: 'pais' })).toEqual(['pais'])
    expect(wrong({ publico: 'pais', pais: 'CO' })).toEqual([])
    expect(wrong({ desde: '2026-11-22' })).toEqual(['desde'])
    expect(wrong({ desde: '' })).toEqual(['desde'])
    expect(wrong({ hasta: '' })).toEqual(['hasta'])
    expect(wrong({ desde: '2026-12-01', hasta: '2026-11-30' })).toEqual(['hasta'])
    expect(wrong({ hasta: '2027-01-21' })).toEqual([])
    expect(wrong({ hasta: '2027-01-22' })).toEqual(['hasta'])
  })

  it('holds from this moment, or from a day on, to the end of its last day, and names a country only if it is for one', () => {
    const now = new Date('2026-11-23T10:20:30')
    expect(toRow(whole, now)).toEqual({
      titulo: 'Cerramos',
      texto: 'El martes no respondemos.',
      publico: 'todas',
      pais: null,
      desde: now.toISOString(),
      hasta: new Date('2026-12-01T00:00').toISOString(),
      avisar: false,
    })
    expect(toRow({ ...whole, pais: 'CO', desde: '2026-11-25' }, now)).toMatchObject({
      pais: null,
      desde: new Date('2026-11-25T00:00').toISOString(),
    })
    expect(toRow({ ...whole, publico: 'pais', pais: 'CO' }, now).pais).toBe('CO')
  })

  it('is to come, holds, or is over', () => {
    const at = { desde: '2026-11-24T00:00:00Z', hasta: '2026-11-26T00:00:00Z' }
    expect(
      ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].map((day) => stateOf(at, Date.parse(day))),
    ).toEqual(['Programado', 'A la vista', 'A la vista', 'Terminado'])
  })
})

describe('what was told, and its answer got lost', () => {
  const row = toRow(whole, new Date(`${HOY}T10:00`))
  /** It stands there under its id, with these words. */
  const arrived = (part: object) =>
    service.begin((what, body) =>
      what.startsWith('POST') && (body as { id: string }).id === 'a'
        ? taken()
        : what.startsWith('GET')
          ? Response.json([{ ...row, id: 'a', desde: new Date(`${HOY}T10:00:07`).toISOString(), ...part }])
          : new Response(null, { status: 204 }),
    )

  it('is told once', async () => {
    arrived({})
    await tell('a', row, () => 'b')
    expect(service.methods()).toEqual(['POST', 'GET'])
    expect(service.calls[1]!.asked).toBe('GET comunicados?select=*&id=eq.a')
  })

  it('is not looked for where it was refused', async () => {
    service.begin(() => Response.json({ code: '42501', message: 'no' }, { status: 403 }))
    await expect(tell('a', row, () => 'b')).rejects.toMatchObject({ code: '42501' })
    expect(service.methods()).toEqual(['POST'])
  })

  it('is withdrawn and told anew where she has corrected it since', async () => {
    for (const part of [{ texto: 'El lunes no.' }, { hasta: new Date('2026-12-09T00:00').toISOString() }]) {
      arrived(part)
      await tell('a', row, () => 'b')
      expect(service.methods()).toEqual(['POST', 'GET', 'DELETE', 'POST'])
      expect(service.calls[2]!.asked).toBe('DELETE comunicados?id=eq.a')
      expect(service.calls.at(-1)!.body).toEqual({ ...row, id: 'b' })
    }
  })
})
