import { afterEach, describe, expect, it, vi } from 'vitest'
import { calculateCiclo, checkInicio, diaOfCiclo, faseOf } from './ciclo.ts'

afterEach(() => vi.unstubAllEnvs())

const ZONES = [
  'America/Tijuana',
  'America/Mexico_City',
  'America/Santiago',
  'America/Argentina/Buenos_Aires',
  'America/Asuncion',
  'America/Havana',
  'Europe/Madrid',
  'Pacific/Kiritimati',
]

describe.each(ZONES)('in %s', (zone) => {
  it.each([
    ['a plain month', '2026-11-01', ['2026-11-05', '2026-11-11', '2026-11-16', '2026-11-15', '2026-11-29']],
    ['a month’s end', '2026-01-31', ['2026-02-04', '2026-02-10', '2026-02-15', '2026-02-14', '2026-02-28']],
    ['a year’s end', '2026-12-20', ['2026-12-24', '2026-12-30', '2027-01-04', '2027-01-03', '2027-01-17']],
    [
      'a leap day on the way',
      '2028-02-10',
      ['2028-02-14', '2028-02-20', '2028-02-25', '2028-02-24', '2028-03-09'],
    ],
    [
      'a leap day itself',
      '2028-02-29',
      ['2028-03-04', '2028-03-10', '2028-03-15', '2028-03-14', '2028-03-28'],
    ],
    ['no leap year', '2027-02-10', ['2027-02-14', '2027-02-20', '2027-02-25', '2027-02-24', '2027-03-10']],
    [
      'the first day that can be chosen',
      '1900-01-01',
      ['1900-01-05', '1900-01-11', '1900-01-16', '1900-01-15', '1900-01-29'],
    ],
    [
      'clocks that change',
      '2026-03-20',
      ['2026-03-24', '2026-03-30', '2026-04-04', '2026-04-03', '2026-04-17'],
    ],
  ])('counts over %s', (_, inicio, [finPeriodo, fertilDesde, fertilHasta, ovulacion, proximo]) => {
    vi.stubEnv('TZ', zone)
    expect(calculateCiclo(inicio)).toEqual({
      inicio,
      finPeriodo,
      fertilDesde,
      fertilHasta,
      ovulacion,
      proximo,
    })
  })

  it('knows the day of the cycle, and says nothing before and after it', () => {
    vi.stubEnv('TZ', zone)
    expect(diaOfCiclo('2026-03-20', '2026-03-19')).toBeNull()
    expect(diaOfCiclo('2026-03-20', '2026-03-20')).toBe(1)
    expect(diaOfCiclo('2026-03-20', '2026-04-16')).toBe(28)
    expect(diaOfCiclo('2026-03-20', '2026-04-17')).toBeNull()
    expect(diaOfCiclo('2026-10-24', '2026-11-02')).toBe(10)
  })
})

describe('a start', () => {
  it.each([
    ['', 'vacia'],
    ['1899-12-31', 'fuera'],
    ['1900-01-01', null],
    ['2026-11-21', null],
    ['2026-11-22', 'fuera'],
    ['2026-02-30', 'fuera'],
    ['mañana', 'fuera'],
  ])('«%s»: %s', (inicio, falta) => {
    expect(checkInicio(inicio, '2026-11-21')).toBe(falta)
  })
})

it('names what each day is', () => {
  const ciclo = calculateCiclo('2026-11-01')
  const days = Array.from({ length: 30 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`)
  const named = days.map((day) => [day.slice(8), faseOf(ciclo, day)]).filter(([, fase]) => fase)
  expect(named.map((pair) => pair.join(' '))).toEqual([
    '01 periodo',
    '02 periodo',
    '03 periodo',
    '04 periodo',
    '05 periodo',
    '11 fertil',
    '12 fertil',
    '13 fertil',
    '14 fertil',
    '15 ovulacion',
    '16 fertil',
    '29 proximo',
  ])
})
