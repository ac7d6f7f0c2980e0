import { expect, it } from 'vitest'
import { type Apunte, historiaOf } from '../../lib/ciclo/apuntes.ts'
import { rangoInWords, resumenOf } from './resumen.ts'

const HOY = '2026-11-29'
const resumen = (...apuntes: Apunte[]) =>
  resumenOf(historiaOf(new Map([['2026', apuntes.map((value, at) => ({ id: String(at), at, value }))]]), HOY))
const CICLOS = { one: 'ciclo', several: 'ciclos' }

it('tells each period with its worst day, and the middle of all of them', () => {
  const { filas, ciclo, sangrado } = resumen(
    { que: 'inicio', fecha: '2026-09-01' },
    { que: 'fin', fecha: '2026-09-05' },
    { que: 'inicio', fecha: '2026-09-29' },
    { que: 'dia', fecha: '2026-09-29', flujo: 'medio', dolor: 'fuerte', sintomas: ['colicos', 'espalda'] },
    { que: 'dia', fecha: '2026-09-30', flujo: 'abundante', dolor: 'leve', sintomas: ['colicos'] },
    // After the period: no word on it.
    { que: 'dia', fecha: '2026-10-12', flujo: null, dolor: 'fuerte', sintomas: ['animo'] },
    { que: 'inicio', fecha: '2026-10-31' },
    { que: 'fin', fecha: '2026-11-02' },
  )
  expect(filas).toEqual([
    { inicio: '2026-10-31', sangrado: 3, ciclo: null, flujo: null, dolor: null, sintomas: [] },
    {
      inicio: '2026-09-29',
      sangrado: null,
      ciclo: 32,
      flujo: 'abundante',
      dolor: 'fuerte',
      sintomas: [
        ['Cólicos', 2],
        ['Espalda', 1],
      ],
    },
    { inicio: '2026-09-01', sangrado: 5, ciclo: 28, flujo: null, dolor: null, sintomas: [] },
  ])
  expect(rangoInWords(ciclo, CICLOS)).toBe('30 días, de 28 a 32 (2 ciclos)')
  expect(rangoInWords(sangrado, { one: 'periodo', several: 'periodos' })).toBe(
    '4 días, de 3 a 5 (2 periodos)',
  )
})

it('what does not count as a cycle is no length, and nothing noted is said so', () => {
  const { ciclo } = resumen({ que: 'inicio', fecha: '2026-05-01' }, { que: 'inicio', fecha: '2026-11-01' })
  expect(rangoInWords(ciclo, CICLOS)).toBe('sin datos')
})
