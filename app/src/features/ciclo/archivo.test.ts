import { describe, expect, it } from 'vitest'
import { type Apunte, idOf } from '../../lib/ciclo/apuntes.ts'
import { newOf, readArchivo, toCsv } from './archivo.ts'

const HOY = '2026-11-29'
const OURS: Apunte[] = [
  { que: 'modo', fecha: '2026-10-01', modo: 'sin-fertilidad' },
  { que: 'inicio', fecha: '2026-10-06' },
  { que: 'dia', fecha: '2026-10-06', flujo: 'abundante', dolor: 'fuerte', sintomas: ['colicos', 'sueno'] },
  { que: 'fin', fecha: '2026-10-10' },
]
const idsOf = (apuntes: readonly Apunte[]) => apuntes.map(idOf)

describe('ours', () => {
  it('is read as it was written', async () => {
    const text = await toCsv({ apuntes: OURS })
    expect(text.split('\r\n')).toEqual([
      'fecha,inicio,fin,flujo,dolor,sintomas,modo',
      '2026-10-01,,,,,,sin-fertilidad',
      '2026-10-06,sí,,abundante,fuerte,colicos sueno,',
      '2026-10-10,,sí,,,,',
    ])
    expect(await readArchivo(text, HOY)).toEqual({ de: 'tu archivo', apuntes: OURS, saltadas: 0 })
  })

  it('is read with semicolons, a byte order mark and other columns; what it does not know it leaves', async () => {
    const text =
      '\ufeffFecha;Inicio;Flujo;Nota\r\n2026-10-06;x;medio;hola\r\n2026-10-07;;mucho;\r\n2027-01-01;x;;\r\nayer;x;;\r\n'
    expect(await readArchivo(text, HOY)).toEqual({
      de: 'tu archivo',
      apuntes: [
        { que: 'inicio', fecha: '2026-10-06' },
        { que: 'dia', fecha: '2026-10-06', flujo: 'medio', dolor: null, sintomas: [] },
      ],
      saltadas: 2,
    })
  })
})

describe("drip's", () => {
  const HEAD = 'date,temperature.value,bleeding.value,bleeding.exclude,pain.cramps,pain.migraine,mood.fatigue'
  const read = (...lines: string[]) => readArchivo([HEAD, ...lines].join('\n'), HOY)

  it('counts periods from days of bleeding', async () => {
    const { de, apuntes } = await read(
      '2026-11-28,,1,false,,,',
      '2026-10-04,,0,false,,,',
      '2026-10-05,,2,false,true,true,true',
      '2026-10-07,,1,false,,,',
      '2026-10-16,,1,true,,,',
    )
    expect(de).toBe('drip')
    expect(idsOf(apuntes).filter((id) => !id.startsWith('dia'))).toEqual([
      'inicio 2026-10-05',
      'fin 2026-10-07',
      'inicio 2026-11-28',
    ])
    expect(apuntes.find((one) => idOf(one) === 'dia 2026-10-05')).toEqual({
      que: 'dia',
      fecha: '2026-10-05',
      flujo: 'medio',
      dolor: null,
      sintomas: ['colicos', 'cabeza', 'cansancio'],
    })
  })
})

describe("Clue's", () => {
  it('takes periods, spotting and pain', async () => {
    const { de, apuntes, saltadas } = await readArchivo(
      JSON.stringify([
        { id: '1', date: '2026-10-05', type: 'period', value: { option: 'very_heavy' } },
        {
          id: '2',
          date: '2026-10-05',
          type: 'pain',
          value: [{ option: 'period_cramps' }, { option: 'otra' }],
        },
        { id: '3', date: '2026-10-06', type: 'period', value: { option: 'light' } },
        { id: '4', date: '2026-10-20', type: 'spotting', value: { option: 'red' } },
        { id: '5', date: '2026-10-21', type: 'bbt', value: { celsius: 36.5, excluded: false } },
        { id: '6', type: 'period' },
        null,
      ]),
      HOY,
    )
    expect(de).toBe('Clue')
    expect(saltadas).toBe(2)
    expect(idsOf(apuntes)).toEqual([
      'inicio 2026-10-05',
      'fin 2026-10-06',
      'dia 2026-10-05',
      'dia 2026-10-06',
      'dia 2026-10-20',
    ])
    expect(apuntes[2]).toMatchObject({ flujo: 'abundante', sintomas: ['colicos'] })
  })
})

it.each(['hola', '', 'a,b\n1,2', '{"data":[]}', '[{"date":'])('refuses %s in words', async (text) => {
  await expect(readArchivo(text, HOY)).rejects.toThrow(/No conocemos este archivo|dañado/)
})

it('what she noted stays, and a start beside one of hers is none', async () => {
  const leido = {
    de: 'drip',
    saltadas: 0,
    apuntes: [...OURS, { que: 'inicio', fecha: '2026-11-03' } as const],
  }
  const hers: Apunte[] = [
    { que: 'inicio', fecha: '2026-10-05' },
    { que: 'dia', fecha: '2026-10-06', flujo: 'ligero', dolor: null, sintomas: [] },
  ]
  expect(idsOf(newOf(leido, { apuntes: hers, inicios: ['2026-10-05'] }))).toEqual([
    'modo 2026-10-01',
    'fin 2026-10-10',
    'inicio 2026-11-03',
  ])
})
