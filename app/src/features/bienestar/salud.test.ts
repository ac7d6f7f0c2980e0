import { describe, expect, it } from 'vitest'
import { citasOf, medicamentosOf, upcomingCitas, whenText } from './salud.ts'

const HOY = '2026-11-21'

const cita = (over = {}) => ({
  id: '1',
  doctor: 'Dra. Sol',
  specialty: 'General',
  date: HOY,
  time: '10:00',
  ...over,
})

describe('what the device keeps', () => {
  it('is one example, named as such, while it is empty', () => {
    for (const nothing of [undefined, null, [], {}, 'no json', [1, 'x', null]]) {
      expect(citasOf(nothing, HOY)).toEqual({
        ejemplo: true,
        datos: [
          {
            id: 'ejemplo',
            doctor: 'Dra. Jacaranda Ríos',
            specialty: 'Medicina general',
            date: '2026-11-28',
            time: '10:00',
          },
        ],
      })
      expect(medicamentosOf(nothing)).toEqual([])
    }
  })

  it('is read in the specified shapes and put in order, whatever is missing in it', () => {
    expect(
      citasOf([cita({ date: '2027-01-02' }), cita(), { id: 7 }], HOY).datos.map(
        ({ id, date }) => `${id} ${date}`,
      ),
    ).toEqual(['7 ', '1 2026-11-21', '1 2027-01-02'])
    expect(medicamentosOf([{ id: 1, name: 'Hierro', nextDose: '2026-11-21T20:00' }])).toEqual([
      { id: '1', name: 'Hierro', dosage: '', frequency: '', nextDose: '2026-11-21T20:00' },
    ])
  })
})

describe('what is to come', () => {
  const now = new Date(2026, 10, 21, 10, 30)

  it('is told by day and hour', () => {
    const citas = [
      cita({ id: 'pasada', date: '2026-11-20' }),
      cita({ id: 'hoy temprano' }),
      cita({ id: 'hoy a esta hora', time: '10:30' }),
      cita({ id: 'hoy tarde', time: '17:00' }),
      cita({ id: 'hoy sin hora', time: '' }),
      cita({ id: 'bisiesta', date: '2028-02-29' }),
      cita({ id: 'no es día', date: '2027-02-29' }),
    ]
    expect(upcomingCitas(citas, now).map(({ id }) => id)).toEqual([
      'hoy a esta hora',
      'hoy tarde',
      'hoy sin hora',
      'bisiesta',
    ])
    expect(upcomingCitas([cita({ date: '2026-11-20', time: '' })], now)).toEqual([])
  })

  it('is said in words', () => {
    expect(whenText('2026-11-28', '10:00')).toBe('28 de noviembre de 2026, 10:00')
    expect(whenText('2026-11-28T08:00')).toBe('28 de noviembre de 2026, 08:00')
    expect(whenText('2026-11-28 08:00:30')).toBe('28 de noviembre de 2026, 08:00')
    expect(whenText('2026-11-28')).toBe('28 de noviembre de 2026')
    expect(whenText('cada lunes')).toBe('cada lunes')
    expect(whenText('cada lunes', '10:00')).toBe('cada lunes, 10:00')
  })
})
