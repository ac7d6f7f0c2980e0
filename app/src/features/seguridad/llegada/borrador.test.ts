import { describe, expect, it } from 'vitest'
import { errorsOf } from '../../../lib/form/errors.ts'
import { borradorVacio, llegadaSchema, momentsOf } from './borrador.ts'

const now = new Date(2026, 10, 22, 21, 30)
const camino = { ...borradorVacio, destino: 'Casa de Lupe' }
const noche = { ...camino, modo: 'noche' as const }
describe('when it is due', () => {
  it('some minutes from now', () =>
    expect(momentsOf({ ...camino, en: '45' }, now)?.vence).toEqual(new Date(2026, 10, 22, 22, 15)))
  it('at a time of the clock, tomorrow where it has passed', () => {
    expect(momentsOf({ ...camino, en: 'hora', hora: '23:05' }, now)?.vence).toEqual(
      new Date(2026, 10, 22, 23, 5),
    )
    expect(momentsOf({ ...camino, en: 'hora', hora: '06:00' }, now)?.vence).toEqual(
      new Date(2026, 10, 23, 6, 0),
    )
  })
  it('through a night: first after so many hours, never after its end', () => {
    expect(momentsOf({ ...noche, cada: '2' }, now)).toEqual({
      vence: new Date(2026, 10, 22, 23, 30),
      cadaH: 2,
      hasta: new Date(2026, 10, 23, 7, 0),
    })
    expect(momentsOf({ ...noche, cada: '4', hasta: '23:00' }, now)?.vence).toEqual(
      new Date(2026, 10, 22, 23, 0),
    )
  })
})

it.each([
  ['everything', camino, []],
  ['everything, for a night', noche, []],
  ['no destination, which is hers to leave out', { ...camino, destino: ' ' }, []],
  ['no hour', { ...camino, en: 'hora' }, ['hora']],
  ['an hour that is just over', { ...camino, en: 'hora', hora: '21:30' }, ['hora']],
  ['no end of the night', { ...noche, hasta: '' }, ['hasta']],
  ['nobody', { ...camino, aTodas: false }, ['elegidos']],
  ['somebody', { ...camino, aTodas: false, elegidos: ['x'] }, []],
])('%s', (_, borrador, expected) =>
  expect(Object.keys(errorsOf(llegadaSchema(now), borrador) ?? {})).toEqual(expected),
)
