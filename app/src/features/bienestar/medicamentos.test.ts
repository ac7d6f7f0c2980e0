import { describe, expect, it } from 'vitest'
import {
  asMedicamento,
  dosisOf,
  type Estado,
  endsSoon,
  idOfToma,
  leftAfter,
  type Medicamento,
  nextDosis,
  readHoras,
  type Toma,
} from './medicamentos.ts'

const of = (id: string, over: Partial<Medicamento> = {}) => ({
  id,
  at: 0,
  value: { nombre: id, dosis: '', horas: ['08:00'], dias: [], quedan: null, frecuencia: '', ...over },
})
const said = (toma: Omit<Toma, 'estado'>, estado: Estado) => ({
  id: idOfToma(toma),
  at: 0,
  value: { ...toma, estado },
})
/** A Sunday. */
const HOY = '2026-11-29'

describe('doses', () => {
  it('stand by the clock, on their days, with what was said of them', () => {
    const hierro = of('hierro', { horas: ['20:00', '08:00'] })
    const martes = of('martes', { dias: [2] })
    const domingo = of('domingo', { horas: ['12:00'], dias: [7] })
    const tomas = [said({ medicamento: 'hierro', fecha: HOY, hora: '08:00' }, 'tomada')]
    expect(
      dosisOf([hierro, martes, domingo], tomas, HOY).map(({ medicamento, hora, estado }) => [
        medicamento.id,
        hora,
        estado,
      ]),
    ).toEqual([
      ['hierro', '08:00', 'tomada'],
      ['domingo', '12:00', null],
      ['hierro', '20:00', null],
    ])
    expect(dosisOf([martes], [], '2026-12-01')).toHaveLength(1)
    expect(dosisOf([of('cuando haga falta', { horas: [] })], [], HOY)).toEqual([])
  })

  it('one that she spoke of stays, whatever its hours are by now', () => {
    const hierro = of('hierro', { horas: ['09:00'] })
    const said8 = said({ medicamento: 'hierro', fecha: HOY, hora: '08:00' }, 'omitida')
    expect(dosisOf([hierro], [said8], HOY).map(({ hora, estado }) => [hora, estado])).toEqual([
      ['08:00', 'omitida'],
      ['09:00', null],
    ])
    expect(dosisOf([hierro], [said8], '2026-11-30')).toHaveLength(1)
  })

  it('the next one is to come, and nothing was said of it', () => {
    const dos = of('dos', { horas: ['08:00', '20:00'] })
    const next = (hora: string, ...tomas: ReturnType<typeof said>[]) => {
      const dosis = nextDosis([dos], tomas, HOY, hora)
      return dosis && `${dosis.fecha} ${dosis.hora}`
    }
    expect(next('07:59')).toBe('2026-11-29 08:00')
    expect(next('08:01')).toBe('2026-11-29 20:00')
    expect(next('08:01', said({ medicamento: 'dos', fecha: HOY, hora: '20:00' }, 'omitida'))).toBe(
      '2026-11-30 08:00',
    )
    expect(nextDosis([of('martes', { dias: [2] })], [], HOY, '00:00')?.fecha).toBe('2026-12-01')
    expect(nextDosis([], [], HOY, '00:00')).toBeNull()
  })
})

describe('how many are left', () => {
  it('is one less for one taken, and as before once that is taken back', () => {
    expect(leftAfter(10, null, 'tomada')).toBe(9)
    expect(leftAfter(9, 'tomada', null)).toBe(10)
    expect(leftAfter(9, 'tomada', 'omitida')).toBe(10)
    expect(leftAfter(10, null, 'omitida')).toBe(10)
    expect(leftAfter(0, null, 'tomada')).toBe(0)
    expect(leftAfter(null, null, 'tomada')).toBeNull()
  })

  it('is said once a week is left', () => {
    const daily = of('x', { horas: ['08:00', '20:00'], quedan: 15 }).value
    expect(endsSoon(daily)).toBe(false)
    expect(endsSoon({ ...daily, quedan: 14 })).toBe(true)
    expect(endsSoon({ ...daily, dias: [1], quedan: 3 })).toBe(false)
    expect(endsSoon({ ...daily, dias: [1], quedan: 2 })).toBe(true)
    expect(endsSoon({ ...daily, quedan: null })).toBe(false)
  })
})

it('hours are read as she types them', () => {
  expect(readHoras('8, 20:30')).toEqual(['08:00', '20:30'])
  expect(readHoras(' 20:30 y 8:05 20:30')).toEqual(['08:05', '20:30'])
  expect(readHoras('')).toEqual([])
  for (const wrong of ['24:00', '8:60', 'mañana', '8pm', '8:5']) expect(readHoras(wrong), wrong).toBeNull()
})

it('what the browser kept before is taken over with its hour', () => {
  const before = { id: '1', name: 'Hierro', dosage: '1 tableta', frequency: 'Diario' }
  expect(asMedicamento({ ...before, nextDose: '2026-11-30T20:00' })).toMatchObject({
    nombre: 'Hierro',
    dosis: '1 tableta',
    frecuencia: 'Diario',
    horas: ['20:00'],
  })
  expect(asMedicamento({ ...before, nextDose: '' }).horas).toEqual([])
})
