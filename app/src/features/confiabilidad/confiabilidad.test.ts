import { expect, it } from 'vitest'
import { byMonth } from './confiabilidad.ts'

it('puts what belongs to one month together, newest first', () => {
  const months = byMonth([
    { mes: '2026-09-01', que: 'alertas', valor: 'menos de 10' },
    { mes: '2026-10-01', que: 'alertas', valor: '30 o más' },
    { mes: '2026-10-01', que: 'servicio', valor: '99.9 %' },
  ])
  expect(months.map(({ mes, valores }) => [mes, Object.fromEntries(valores)])).toEqual([
    ['2026-10-01', { alertas: '30 o más', servicio: '99.9 %' }],
    ['2026-09-01', { alertas: 'menos de 10' }],
  ])
})
