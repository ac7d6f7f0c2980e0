import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../../lib/form/errors.ts'
import { begin, type EncuentroAdmin, encuentroSchema, tellMinutos, toRow } from './encuentros.ts'

const whole = { ...begin(null), titulo: 'Taller de voz', fecha: '2026-12-04', hora: '18:00' }
const check = (part: object) => errorsOf(encuentroSchema, { ...whole, ...part })
const wrong = (part: object) => Object.keys(check(part) ?? {})

describe('an event as the team writes it', () => {
  it('needs a title, a day that is one and an hour; seats and a link are as they may be', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ titulo: ' ', fecha: '', hora: '' })).toEqual(['titulo', 'fecha', 'hora'])
    expect(wrong({ fecha: '2026-02-30' })).toEqual(['fecha'])
    for (const cabida of ['0', '1001', '-3', '2.5', 'doce']) expect(wrong({ cabida })).toEqual(['cabida'])
    for (const cabida of ['', ' ', '1', ' 12 ', '1000']) expect(wrong({ cabida })).toEqual([])
    for (const enlace of [
      'http://video.test/x',
      'video.test',
      'https://',
      'javascript:alert(1)',
      'https://a b.test',
      'https://video.test/a b',
      'sala https://video.test/a',
    ])
      expect(wrong({ enlace })).toEqual(['enlace'])
    for (const enlace of [' ', ' https://video.test/sala ']) expect(wrong({ enlace })).toEqual([])
    expect(wrong({ hora: 'a las 18:00' })).toEqual(['hora'])
    expect(wrong({ descripcion: 'a'.repeat(16_000) })).toEqual([])
    expect(check({ descripcion: 'a'.repeat(16_001) })?.descripcion).toMatch(/^Es demasiado largo/)
  })

  it('is a row, and the same form again', () => {
    const form = {
      ...whole,
      minutos: '90',
      cabida: '12',
      enlace: 'https://video.test/sala',
      abre: '30',
      premium: true,
    }
    const row = toRow(form)
    expect(row).toEqual({
      clase: 'evento',
      titulo: 'Taller de voz',
      descripcion: null,
      empieza: new Date('2026-12-04T18:00').toISOString(),
      termina: new Date('2026-12-04T19:30').toISOString(),
      cabida: 12,
      enlace: 'https://video.test/sala',
      abre_min: 30,
      solo_premium: true,
      estado: 'borrador',
    })
    expect(begin({ ...row, id: 'x', version: 1 } as EncuentroAdmin)).toEqual(form)
  })

  it('keeps nothing of the blanks around what was written, nor of seconds', () => {
    const form = { titulo: ' Voz ', descripcion: ' <p>Ven</p> ', hora: '18:00:30', cabida: ' ', enlace: ' ' }
    expect(toRow({ ...whole, ...form })).toMatchObject({
      titulo: 'Voz',
      descripcion: '<p>Ven</p>',
      empieza: new Date('2026-12-04T18:00').toISOString(),
      cabida: null,
      enlace: null,
    })
    expect(toRow({ ...whole, descripcion: ' ', enlace: ' https://video.test/a ' })).toMatchObject({
      descripcion: null,
      enlace: 'https://video.test/a',
    })
  })

  it('says how long it lasts', () => {
    expect([30, 60, 90, 120, 480].map(tellMinutos)).toEqual([
      '30 minutos',
      '1 hora',
      '1 hora y 30 minutos',
      '2 horas',
      '8 horas',
    ])
  })
})
