import { describe, expect, it } from 'vitest'
import {
  clavesFor,
  describeRegla,
  joinRegla,
  moveRegla,
  reglasFor,
  splitRegla,
  warnRegla,
} from './repeticion.ts'

describe('a rule', () => {
  it.each([
    ['FREQ=DAILY', 'Cada día'],
    ['FREQ=DAILY;INTERVAL=3', 'Cada 3 días'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'De lunes a viernes'],
    ['FREQ=WEEKLY', 'Cada semana, el lunes'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU', 'Cada 2 semanas, el martes y domingo'],
    ['FREQ=MONTHLY', 'Cada mes, el día 30'],
    ['FREQ=MONTHLY;BYMONTHDAY=15,-1', 'Cada mes, el día 15 y el último día'],
    ['FREQ=MONTHLY;BYDAY=-1MO', 'Cada mes, el último lunes'],
    ['FREQ=YEARLY', 'Cada año, el 30 de noviembre'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=5MO', 'Cada año, el quinto lunes de noviembre'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', 'Cada año, el 29 de febrero o el 28'],
    ['FREQ=DAILY;COUNT=1', 'Cada día, 1 vez'],
    ['FREQ=WEEKLY;COUNT=10', 'Cada semana, el lunes, 10 veces'],
    ['FREQ=DAILY;UNTIL=20270303', 'Cada día, hasta el 3 mar 2027'],
  ])('%s is «%s»', (regla, words) => {
    expect(
      describeRegla(regla, '2026-11-30').replaceAll(' de 2027', ' 2027').replace('3 de mar', '3 mar'),
    ).toBe(words)
  })

  it.each([
    'FREQ=DAILY',
    'FREQ=DAILY;COUNT=3',
    'FREQ=WEEKLY;BYDAY=MO;UNTIL=20270303',
    'FREQ=DAILY;COUNT=',
    'FREQ=DAILY;UNTIL=',
    '',
  ])('%j is the same once it was taken apart', (regla) => {
    const { base, fin } = splitRegla(regla)
    expect(joinRegla(base, fin)).toBe(regla)
  })

  it('follows its day', () => {
    expect(moveRegla('FREQ=MONTHLY;BYDAY=2TU;COUNT=3', '2026-12-08', '2026-12-18')).toBe(
      'FREQ=MONTHLY;BYDAY=3FR;COUNT=3',
    )
    expect(moveRegla('FREQ=MONTHLY;BYMONTHDAY=-1', '2026-11-30', '2026-12-02')).toBe('FREQ=MONTHLY')
    expect(moveRegla('FREQ=YEARLY', '2026-02-28', '2028-02-29')).toBe('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1')
    expect(moveRegla('FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-11-15', '2026-12-15')).toBe(
      'FREQ=MONTHLY;BYMONTHDAY=1,15',
    )
  })

  it('is offered where its day allows it', () => {
    expect(clavesFor('2026-11-30')).toContain('ultimo')
    expect(clavesFor('2026-11-29')).not.toContain('ultimo')
    expect(reglasFor('2026-11-24').ordinal).toBe('FREQ=MONTHLY;BYDAY=-1TU')
    expect(reglasFor('2026-11-23').ordinal).toBe('FREQ=MONTHLY;BYDAY=4MO')
  })

  it('says which months it passes over', () => {
    expect(warnRegla('FREQ=MONTHLY', '2026-10-31')).toBe('Los meses que no tienen día 31 se saltan.')
    expect(warnRegla('FREQ=MONTHLY', '2026-10-28')).toBeNull()
  })
})
