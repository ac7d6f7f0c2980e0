import { expect, it } from 'vitest'
import { type Apunte, diaInWords, historiaOf, idOf, periodoOf } from './apuntes.ts'

const onSheets = (...apuntes: Apunte[]) =>
  new Map(
    [...new Set(apuntes.map(periodoOf))].map((periodo) => [
      periodo,
      apuntes
        .filter((apunte) => periodoOf(apunte) === periodo)
        .map((value, at) => ({ id: idOf(value), value, at })),
    ]),
  )

it('reads her notes of all years in the order of the days', () => {
  const historia = historiaOf(
    onSheets(
      { que: 'inicio', fecha: '2027-01-02' },
      { que: 'fin', fecha: '2026-12-08' },
      { que: 'inicio', fecha: '2026-12-05' },
      { que: 'dia', fecha: '2027-01-03', flujo: 'medio', dolor: null, sintomas: [] },
      { que: 'dia', fecha: '2027-01-09', flujo: 'manchado', dolor: null, sintomas: [] },
    ),
    '2027-02-20',
  )
  expect(historia.inicios).toEqual(['2026-12-05', '2027-01-02'])
  expect(historia.periodos.map(({ hasta }) => hasta)).toEqual(['2026-12-08', '2027-01-03'])
  expect(historia.dias.get('2027-01-03')?.flujo).toBe('medio')
  expect(historia.modo).toBe('ciclo')
})

it('takes the mode that she said last', () => {
  const modos = onSheets(
    { que: 'modo', fecha: '2026-11-02', modo: 'parto' },
    { que: 'modo', fecha: '2026-02-01', modo: 'embarazo' },
  )
  expect(historiaOf(modos, '2026-06-01').modo).toBe('embarazo')
  expect(historiaOf(modos, '2026-11-02').modo).toBe('parto')
})

it('says a day in words', () => {
  expect(
    diaInWords({
      que: 'dia',
      fecha: '2026-11-03',
      flujo: 'medio',
      dolor: 'nada',
      sintomas: ['colicos', 'senos'],
    }),
  ).toBe('flujo medio, sin dolor, cólicos, senos sensibles')
})
