import { expect, it } from 'vitest'
import { withMoment } from './leidas.ts'

it('keeps the moments of the circles that she read last, each once', () => {
  let leidas: Record<string, string> = {}
  for (let day = 1; day <= 25; day++) {
    leidas = withMoment(leidas, `sala ${day}`, `2026-11-${String(day).padStart(2, '0')}`)
  }
  expect(Object.keys(leidas)).toHaveLength(20)
  expect(leidas['sala 5']).toBeUndefined()
  expect(withMoment(leidas, 'sala 6', '2026-12-01')).toMatchObject({
    'sala 6': '2026-12-01',
    'sala 7': '2026-11-07',
  })
})
