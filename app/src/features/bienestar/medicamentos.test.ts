import { describe, expect, it } from 'vitest'
import { type Hojas, keepNewest, type Nota, notesOf, withNote } from '../../lib/cofre/notas.ts'
import {
  asMedicamento,
  byDia,
  dosisOf,
  type Estado,
  endsSoon,
  idOfToma,
  leftOf,
  type Medicamento,
  nextDosis,
  readHoras,
  type Toma,
  tomaOf,
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
      dosisOf([hierro, martes, domingo], byDia(tomas), HOY).map(({ medicamento, hora, estado }) => [
        medicamento.id,
        hora,
        estado,
      ]),
    ).toEqual([
      ['hierro', '08:00', 'tomada'],
      ['domingo', '12:00', null],
      ['hierro', '20:00', null],
    ])
    expect(dosisOf([martes], byDia([]), '2026-12-01')).toHaveLength(1)
    expect(dosisOf([of('cuando haga falta', { horas: [] })], byDia([]), HOY)).toEqual([])
  })

  it('one that she spoke of stays, whatever its hours are by now', () => {
    const hierro = of('hierro', { horas: ['09:00'] })
    const said8 = said({ medicamento: 'hierro', fecha: HOY, hora: '08:00' }, 'omitida')
    expect(dosisOf([hierro], byDia([said8]), HOY).map(({ hora, estado }) => [hora, estado])).toEqual([
      ['08:00', 'omitida'],
      ['09:00', null],
    ])
    expect(dosisOf([hierro], byDia([said8]), '2026-11-30')).toHaveLength(1)
  })

  it('the next one is to come, and nothing was said of it', () => {
    const dos = of('dos', { horas: ['08:00', '20:00'] })
    const next = (hora: string, ...tomas: ReturnType<typeof said>[]) => {
      const dosis = nextDosis([dos], byDia(tomas), HOY, hora)
      return dosis && `${dosis.fecha} ${dosis.hora}`
    }
    expect(next('07:59')).toBe('2026-11-29 08:00')
    expect(next('08:01')).toBe('2026-11-29 20:00')
    expect(next('08:01', said({ medicamento: 'dos', fecha: HOY, hora: '20:00' }, 'omitida'))).toBe(
      '2026-11-30 08:00',
    )
    expect(nextDosis([of('martes', { dias: [2] })], byDia([]), HOY, '00:00')?.fecha).toBe('2026-12-01')
    expect(nextDosis([], byDia([]), HOY, '00:00')).toBeNull()
  })
})

describe('how many are left', () => {
  const counted = (over: Partial<Medicamento> = {}) => of('hierro', { quedan: 10, conteo: 'c1', ...over })
  const took = (medicamento: ReturnType<typeof of>, hora: string, estado: Estado = 'tomada') => {
    const value = tomaOf({ medicamento, fecha: HOY, hora }, estado)
    return { id: idOfToma(value), at: 0, value }
  }

  it('is one less for each taken since she counted, and as before once that is taken back', () => {
    const hierro = counted()
    expect(leftOf(hierro, [])).toBe(10)
    expect(
      leftOf(hierro, [took(hierro, '08:00'), took(hierro, '09:00'), took(hierro, '10:00', 'omitida')]),
    ).toBe(8)
    expect(leftOf(hierro, [took(of('otro', { conteo: 'c1' }), '08:00')])).toBe(10)
    expect(leftOf(counted({ quedan: 0 }), [took(hierro, '08:00')])).toBe(0)
    expect(leftOf(counted({ quedan: null }), [took(hierro, '08:00')])).toBeNull()
  })

  it('begins anew where she counts again', () => {
    expect(leftOf(counted({ quedan: 30, conteo: 'c2' }), [took(counted(), '08:00')])).toBe(30)
  })

  it('of before stays what it was, and goes on from there', () => {
    const before = counted()
    delete before.value.conteo
    const old = said({ medicamento: 'hierro', fecha: HOY, hora: '08:00' }, 'tomada')
    expect(leftOf(before, [old])).toBe(10)
    expect(leftOf(before, [old, took(before, '20:00')])).toBe(9)
  })

  it('loses no dose of two devices without a network', () => {
    const hierro = counted()
    const write = (hojas: Hojas<Medicamento | Toma>, hora: string, now: number) => {
      const { id, value } = took(hierro, hora)
      return withNote(hojas, '2026-11', id, value, now)
    }
    const both = withNote<Medicamento | Toma>({}, 'lista', 'hierro', hierro.value, 1)
    const here = write(write(both, '08:00', 2), '12:00', 3)
    // The other's clock is behind, and she has renamed it there.
    const there = withNote(write(both, '20:00', 1), 'lista', 'hierro', { ...hierro.value, nombre: 'Fe' }, 2)
    for (const merged of [keepNewest(here, there), keepNewest(there, here)]) {
      const notas = [...notesOf(merged).values()].flat()
      const isToma = (nota: (typeof notas)[number]): nota is Nota<Toma> => 'estado' in nota.value
      const medicamento = notas.find(({ id }) => id === 'hierro') as Nota<Medicamento>
      expect(medicamento.value.nombre).toBe('Fe')
      expect(leftOf(medicamento, notas.filter(isToma))).toBe(7)
    }
  })

  it('is said once a week is left', () => {
    const daily = of('x', { horas: ['08:00', '20:00'] }).value
    expect(endsSoon(daily, 15)).toBe(false)
    expect(endsSoon(daily, 14)).toBe(true)
    expect(endsSoon({ ...daily, dias: [1] }, 3)).toBe(false)
    expect(endsSoon({ ...daily, dias: [1] }, 2)).toBe(true)
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
