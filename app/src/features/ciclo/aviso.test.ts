import { expect, it } from 'vitest'
import type { Aviso } from '../../lib/ciclo/apuntes.ts'
import { diaDelAviso, idOfAviso, planOf, type Quieto } from './aviso.ts'

const HOY = '2026-11-29'
const S = '5f0c2b1e-8d34-4c55-9a10-7be2f00dcafe'
const OTHER = '0a0c2b1e-8d34-4c55-9a10-7be2f00dcafe'
const aviso = (fecha: string | null, semilla = S): Aviso => ({ que: 'aviso', semilla, fecha })
const quieto = (fecha: string, semilla = S): Quieto => ({
  id: idOfAviso(semilla, fecha),
  fecha,
  actualizado_en: '',
})
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

it('of one day there is one id, and none of another day or seed', () => {
  const ids = ['2026-12-01', '2026-12-02', '2027-01-01'].flatMap((dia) => [
    idOfAviso(S, dia),
    idOfAviso(OTHER, dia),
  ])
  expect(new Set(ids).size).toBe(6)
  for (const id of ids) expect(id).toMatch(UUID)
  expect(ids[0]).not.toContain('20261201')
})

it('is the day after the expected one, in the modes that expect one', () => {
  const historia = { inicios: ['2026-11-10'] }
  expect(diaDelAviso({ ...historia, modo: 'ciclo' }, HOY)).toBe('2026-12-09')
  expect(diaDelAviso({ ...historia, modo: 'sin-fertilidad' }, HOY)).toBe('2026-12-09')
  for (const modo of ['embarazo', 'parto', 'menopausia'] as const)
    expect(diaDelAviso({ ...historia, modo }, HOY)).toBeNull()
})

it('is put, follows the forecast, goes where nothing is expected, and is there again', () => {
  expect(planOf([], [], '2026-12-09', HOY)).toBeNull()
  expect(planOf([aviso(null)], [], '2026-12-09', HOY)).toEqual({
    add: { id: idOfAviso(S, '2026-12-09'), fecha: '2026-12-09' },
    write: [{ semilla: S, value: aviso('2026-12-09') }],
    remove: [],
  })
  expect(planOf([aviso('2026-12-09')], [quieto('2026-12-09')], '2026-12-09', HOY)).toBeNull()
  expect(planOf([aviso('2026-12-09')], [quieto('2026-12-09')], '2026-12-20', HOY)).toEqual({
    add: { id: idOfAviso(S, '2026-12-20'), fecha: '2026-12-20' },
    write: [{ semilla: S, value: aviso('2026-12-20') }],
    remove: [quieto('2026-12-09')],
  })
  expect(planOf([aviso('2026-12-09')], [quieto('2026-12-09')], null, HOY)).toEqual({
    add: null,
    write: [{ semilla: S, value: aviso(null) }],
    remove: [quieto('2026-12-09')],
  })
  expect(planOf([aviso(null)], [], null, HOY)).toBeNull()
})

it('one that is over stays where it was, and the next follows; deleted by then or not', () => {
  for (const quietos of [[quieto('2026-11-20')], []])
    expect(planOf([aviso('2026-11-20')], quietos, '2026-12-18', HOY)).toMatchObject({
      add: { fecha: '2026-12-18' },
      remove: [],
    })
  // She is late: she has been asked.
  expect(planOf([aviso('2026-11-28')], [], '2026-11-28', HOY)).toBeNull()
})

it('one that she moved or deleted stays as she left it, and no other is put in its place', () => {
  const moved = { ...quieto('2026-12-09'), fecha: '2026-12-11' }
  for (const quietos of [[moved], []])
    for (const dia of ['2026-12-09', '2026-12-20'])
      expect(planOf([aviso('2026-12-09')], quietos, dia, HOY)).toEqual({
        add: null,
        write: [{ semilla: S, value: null }],
        remove: [],
      })
})

it('of two that began on two devices one stays', () => {
  const plan = planOf(
    [aviso('2026-12-09'), aviso('2026-12-09', OTHER)],
    [quieto('2026-12-09'), quieto('2026-12-09', OTHER)],
    '2026-12-09',
    HOY,
  )
  expect(plan).toEqual({ add: null, write: [{ semilla: S, value: null }], remove: [quieto('2026-12-09')] })
})

it('what another device wrote of it and has not arrived is waited for', () => {
  expect(planOf([aviso('2026-12-09')], [quieto('2026-12-20')], '2026-12-09', HOY)).toBeNull()
})

it('moved on two devices without a network, one is left on both, and nothing more is done', () => {
  const DIAS = ['2026-12-09', '2026-12-20', '2026-12-24', null]
  for (const one of DIAS)
    for (const other of DIAS)
      for (const last of DIAS) {
        let agenda = new Map([[idOfAviso(S, '2026-12-09'), '2026-12-09']])
        const quietos = (from: typeof agenda) =>
          [...from].map(([id, fecha]) => ({ id, fecha, actualizado_en: '' }))
        const apply = (dia: string | null, on: typeof agenda, nota: Aviso) => {
          const plan = planOf([nota], quietos(on), dia, HOY)
          if (plan?.add) on.set(plan.add.id, plan.add.fecha)
          for (const { id } of plan?.remove ?? []) on.delete(id)
          return { plan, nota: plan?.write[0] ? plan.write[0].value! : nota }
        }
        const here = new Map(agenda)
        const there = new Map(agenda)
        const first = apply(one, here, aviso('2026-12-09'))
        // Where it wrote nothing, what the other wrote stays.
        const { nota } = apply(other, there, aviso('2026-12-09'))
        // Both queues arrive; of the sheet the later writing stays.
        const gone = [...agenda.keys()].filter((id) => !here.has(id) || !there.has(id))
        agenda = new Map([...here, ...there].filter(([id]) => !gone.includes(id)))
        let left = nota.fecha === '2026-12-09' ? first.nota : nota
        for (let times = 0; times < 3; times++) left = apply(last, agenda, left).nota
        expect([...agenda.values()], `${one} ${other} ${last}`).toEqual(last && left ? [last] : [])
        expect(apply(last, agenda, left).plan).toBeNull()
      }
})
