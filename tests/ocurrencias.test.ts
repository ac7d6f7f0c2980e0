import { afterAll, beforeAll, expect, it } from 'vitest'
import { diasOf } from '../app/src/features/agenda/recurrencia.ts'
import { type Engine, startWithSchema, TestDatabase } from '../supabase/tests/database.ts'

// The device shows the days of a rule by ical.js, the database reminds of them by interno.ocurrencias: both are asked here for the same rules.

let engine: Engine
let db: TestDatabase

beforeAll(async () => {
  engine = await startWithSchema()
  db = await TestDatabase.create(engine)
})
afterAll(async () => {
  await db?.close()
  await engine?.stop()
})

type Caso = {
  fecha: string
  regla: string
  excepto: string[]
  ultima: string | null
  desde: string
  hasta: string
}

async function ofDatabase(casos: Caso[]): Promise<string[][]> {
  const rows = await db.query<{ dias: string[] }>(
    `select coalesce((
       select json_agg(to_char(dia, 'YYYY-MM-DD') order by dia) from interno.ocurrencias(
         c.fecha, c.regla, array(select jsonb_array_elements_text(c.excepto)::date),
         c.desde, least(c.hasta, interno.ultima_vez(c.fecha, c.regla))
       ) dia
     ), '[]') as dias
     from jsonb_to_recordset('${JSON.stringify(casos)}'::jsonb)
       as c (n int, fecha date, regla text, excepto jsonb, desde date, hasta date)`,
  )
  return rows.map(({ dias }) => dias)
}

/** https://www.rfc-editor.org/rfc/rfc5545#section-3.8.5.3, those whose rules the agenda knows: rule, first day, and the days that it names. */
const RFC: [string, string, string[]][] = [
  ['FREQ=DAILY;COUNT=10', '1997-09-02', range('1997-09', 2, 11)],
  ['FREQ=DAILY;UNTIL=19971224', '1997-12-20', range('1997-12', 20, 24)],
  [
    'FREQ=DAILY;INTERVAL=10;COUNT=5',
    '1997-09-02',
    ['1997-09-02', '1997-09-12', '1997-09-22', '1997-10-02', '1997-10-12'],
  ],
  ['FREQ=WEEKLY;COUNT=3', '1997-09-02', ['1997-09-02', '1997-09-09', '1997-09-16']],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;UNTIL=19971010',
    '1997-09-01',
    ['01', '03', '05', '15', '17', '19', '29']
      .map((day) => `1997-09-${day}`)
      .concat('1997-10-01', '1997-10-03'),
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=4',
    '1997-09-02',
    ['1997-09-02', '1997-09-04', '1997-09-16', '1997-09-18'],
  ],
  // The example of WKST, with weeks from Monday on.
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;COUNT=4',
    '1997-08-05',
    ['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24'],
  ],
  ['FREQ=MONTHLY;BYDAY=1FR;COUNT=3', '1997-09-05', ['1997-09-05', '1997-10-03', '1997-11-07']],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU;COUNT=4',
    '1997-09-07',
    ['1997-09-07', '1997-09-28', '1997-11-02', '1997-11-30'],
  ],
  ['FREQ=MONTHLY;BYDAY=-2MO;COUNT=3', '1997-09-22', ['1997-09-22', '1997-10-20', '1997-11-17']],
  ['FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=3', '1997-09-28', ['1997-09-28', '1997-10-29', '1997-11-28']],
  [
    'FREQ=MONTHLY;BYMONTHDAY=2,15;COUNT=4',
    '1997-09-02',
    ['1997-09-02', '1997-09-15', '1997-10-02', '1997-10-15'],
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=1,-1;COUNT=4',
    '1997-09-30',
    ['1997-09-30', '1997-10-01', '1997-10-31', '1997-11-01'],
  ],
  // An invalid day (the 30th of February) is passed over.
  [
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    '2007-01-15',
    ['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'],
  ],
  ['FREQ=MONTHLY;COUNT=3', '2026-10-31', ['2026-10-31', '2026-12-31', '2027-01-31']],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4',
    '2027-12-31',
    ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'],
  ],
  ['FREQ=YEARLY;COUNT=3', '2024-02-29', ['2024-02-29', '2028-02-29', '2032-02-29']],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=3', '2024-02-29', ['2024-02-29', '2025-02-28', '2026-02-28']],
  ['FREQ=YEARLY;BYMONTH=5;BYDAY=2SU;COUNT=2', '2026-05-10', ['2026-05-10', '2027-05-09']],
]

function range(month: string, first: number, last: number): string[] {
  return Array.from(
    { length: last - first + 1 },
    (_, day) => `${month}-${String(first + day).padStart(2, '0')}`,
  )
}

it('both have the days that RFC 5545 names', async () => {
  const casos = RFC.map(([regla, fecha], n) => ({
    n,
    fecha,
    regla,
    excepto: [],
    ultima: null,
    desde: fecha,
    hasta: '2199-12-31',
  }))
  const database = await ofDatabase(casos)
  for (const [index, [regla, , dias]] of RFC.entries()) {
    expect(diasOf(casos[index]!, casos[index]!.desde), `the device, ${regla}`).toEqual(dias)
    expect(database[index], `the database, ${regla}`).toEqual(dias)
  }
})

it('both have the same days of six hundred other rules', async () => {
  // The same ones in every run (mulberry32).
  let seed = 52
  const below = (limit: number) => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % limit
  }
  const pick = <One>(of: readonly One[]) => of[below(of.length)]!
  const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
  const day = (from: number, years: number) =>
    new Date(Date.UTC(from, 0, 1 + below(years * 365))).toISOString().slice(0, 10)
  const some = <One>(of: () => One, most: number) =>
    [...new Set(Array.from({ length: 1 + below(most) }, of))].join()
  const rule = (fecha: string) => {
    const every = below(3) ? '' : `;INTERVAL=${1 + below(14)}`
    const nth = () => `${pick(['1', '2', '3', '4', '5', '-1', '-2'])}${pick(WEEK)}`
    const number = () => pick([1 + below(31), -1 - below(31)])
    const month = `;BYMONTH=${Number(fecha.slice(5, 7))}`
    const parts = pick([
      `DAILY${every}`,
      `WEEKLY${every}`,
      `WEEKLY${every};BYDAY=${some(() => pick(WEEK), 5)}`,
      `MONTHLY${every}`,
      `MONTHLY${every};BYMONTHDAY=${some(number, 4)}`,
      `MONTHLY${every};BYDAY=${some(nth, 3)}`,
      `YEARLY${every}`,
      `YEARLY${every}${month};BYMONTHDAY=${number()}`,
      `YEARLY${every}${month};BYDAY=${nth()}`,
    ])
    const ends = pick(['', '', `;COUNT=${1 + below(60)}`, `;UNTIL=${day(2026, 10).replaceAll('-', '')}`])
    return `FREQ=${parts}${ends}`
  }
  const drawn = Array.from({ length: 1800 }, () => {
    const fecha = day(1950, 80)
    const desde = pick([fecha, day(2024, 8)])
    const hasta = new Date(Date.parse(desde) + below(900) * 86_400_000).toISOString().slice(0, 10)
    return { fecha, regla: rule(fecha), desde, hasta }
  })
  // The database takes those whose first day is the event's own.
  const fit = await db.query<{ n: number; ultima: string | null }>(
    `select n::int, interno.ultima_vez(fecha, regla)::text as ultima from jsonb_to_recordset('${JSON.stringify(drawn.map((one, n) => ({ ...one, n })))}'::jsonb)
       as c (n int, fecha date, regla text) where interno.repite_desde(fecha, regla) order by n`,
  )
  const casos = fit.slice(0, 600).map(({ n, ultima }) => {
    // As the list of her events has it, or as her device has one that it has not sent yet.
    const caso = { ...drawn[n]!, ultima: below(2) ? ultima : null }
    const [, second] = diasOf({ ...caso, excepto: [] }, caso.desde, caso.hasta, 2)
    return { ...caso, excepto: second && below(2) ? [second] : [] }
  })
  expect(casos.length).toBe(600)
  const database = await ofDatabase(casos)
  const other = casos
    .map((caso, index) => ({ caso, device: diasOf(caso, caso.desde, caso.hasta), database: database[index] }))
    .filter(({ device, database }) => JSON.stringify(device) !== JSON.stringify(database))
  expect(other.slice(0, 3)).toEqual([])
  expect(database.filter((dias) => dias.length > 2).length).toBeGreaterThan(200)
}, 60_000)
