import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Modo } from '../../lib/ciclo/ciclos.ts'
import type { Dichos } from '../../lib/cofre/animos.ts'
import { addDays } from '../../lib/time/fechas.ts'
import { Patrones } from './Patrones.tsx'

const HOY = '2026-11-29'
/** Of the last ninety days some were hard, for want of rest. */
const days = new Map(
  Array.from({ length: 84 }, (_, at) => {
    const fecha = addDays(HOY, -at)
    const hard = [10, 20, 40, 60].includes(at)
    const value = {
      fecha,
      hora: '',
      animo: hard ? ('Mal' as const) : ('Bien' as const),
      motivos: hard ? ['Descanso'] : [],
      palabra: '',
    }
    return [fecha, [{ id: fecha, at: 1, value }] satisfies Dichos] as const
  }),
)
const inicios = [83, 55, 27].map((back) => addDays(HOY, -back))
const draw = (modo: Modo) =>
  render(<Patrones hoy={HOY} days={days} historia={{ inicios, periodos: [], modo }} />)

it('one period short, it says so in a sentence and no more', () => {
  const { container } = draw('ciclo')
  expect(container.textContent).toBe('Con un periodo más podremos decirte si algo se repite.')
})

it('where no cycle is counted, moods alone give back what they carry', () => {
  draw('menopausia')
  const repite = screen.getByRole('region', { name: 'Lo que se repite' })
  expect(repite.textContent).toContain('En tus cuatro días difíciles anotaste «Descanso».')
  expect(repite.textContent).toContain('de lo que anotaste en los últimos 90 días')
  expect(repite.textContent).toContain('no es un diagnóstico')
  expect(repite.textContent).not.toContain('periodo')
})
