import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Campos, camposOf, type Evento, eventoOf, vacio } from './agendaDrafts.ts'
import { FileRefused, fromIcs } from './icsIn.ts'
import { toIcs } from './icsOut.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const ZONE = 'America/Mexico_City'

const evento = (id: string, over: Partial<Campos>): Evento => ({
  id,
  ...eventoOf({ ...vacio('2026-11-23'), titulo: id, ...over }),
  ultima: null,
  actualizado_en: 'v1',
})
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:uno', 'SUMMARY:Yoga', ...lines, 'END:VEVENT'].join('\r\n')

async function read(text: string, known: string[] = []) {
  vi.stubEnv('TZ', ZONE)
  return fromIcs(text, 'ana', (id) => known.includes(id))
}
const only = async (...lines: string[]) => {
  const archivo = await read(calendar(event(...lines)))
  return { ...archivo.leidos[0]!.campos, said: archivo.notas }
}

afterEach(() => void vi.unstubAllEnvs())

describe('her agenda as a file', () => {
  const mine = [
    evento('semanal', {
      lugar: 'Calle 5, interior 2; «azul»',
      notas: 'Una línea\ny otra, con coma',
      tipo: 'cita',
      hora: '09:00',
      hora_fin: '10:30',
      regla: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20270331',
      excepto: ['2026-12-01', '2026-12-25'],
      recordatorios: [0, 10, 1440],
    }),
    evento('guardia', { hora: '22:00', hora_fin: '06:00', regla: 'FREQ=DAILY;INTERVAL=3;COUNT=7' }),
    evento('todo el día', {
      regla: 'FREQ=MONTHLY;BYMONTHDAY=-1',
      fecha: '2026-11-30',
      excepto: ['2026-12-31'],
    }),
    evento('cumple', {
      tipo: 'cumpleaños',
      fecha: '2024-02-29',
      regla: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
    }),
    evento('callado', { notificar: false, hora: '08:00' }),
    evento('quincena', {
      fecha: '2026-12-15',
      regla: 'FREQ=MONTHLY;BYMONTHDAY=15,-1',
      recordatorios: [1440],
    }),
    evento('madres', { fecha: '2026-05-10', regla: 'FREQ=YEARLY;BYMONTH=5;BYDAY=2SU' }),
  ]

  it('comes back as it was', async () => {
    const { leidos, ...rest } = await read(toIcs(mine, NOW))
    expect(rest).toEqual({ yaEstaban: 0, fallidos: 0, notas: [] })
    expect(leidos.map(({ campos }) => campos)).toEqual(mine.map(camposOf))
  })

  it('says nothing of this app, and of hours no zone', () => {
    const text = toIcs(mine, NOW)
    expect(text).not.toMatch(/amparo/i)
    expect(text).toContain('DTSTART:20261123T090000\r\n')
    expect(text).toContain('UNTIL=20270331T235959')
    expect(text).toContain('DTSTART;VALUE=DATE:20261130\r\n')
  })

  it('is known when she brings it again, and so is what she brought before', async () => {
    const text = toIcs(mine, NOW)
    expect(
      (
        await read(
          text,
          mine.map(({ id }) => id),
        )
      ).yaEstaban,
    ).toBe(mine.length)
    const { leidos } = await read(text)
    expect(
      await read(
        text,
        leidos.map(({ id }) => id),
      ),
    ).toMatchObject({ leidos: [], yaEstaban: mine.length })
  })
})

describe('hours of a file', () => {
  it.each([
    ['DTSTART:20261124T170000', '2026-11-24', '17:00'],
    ['DTSTART:20261124T230000Z', '2026-11-24', '17:00'],
    ['DTSTART;TZID=America/Argentina/Buenos_Aires:20261124T010000', '2026-11-23', '22:00'],
    ['DTSTART;TZID=America/Mexico_City:20261124T170000', '2026-11-24', '17:00'],
    ['DTSTART;TZID=Europe/Madrid:20260710T170000', '2026-07-10', '09:00'],
    ['DTSTART;VALUE=DATE:20261124', '2026-11-24', ''],
  ])('%s is %s %s on her clock', async (line, fecha, hora) => {
    expect(await only(line)).toMatchObject({ fecha, hora, said: [] })
  })

  it('of a zone that the file describes', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Hora de la oficina',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:-0300',
      'TZOFFSETTO:-0300',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const { leidos } = await read(calendar(...zone, event('DTSTART;TZID=Hora de la oficina:20261124T170000')))
    expect(leidos[0]!.campos.hora).toBe('14:00')
  })

  it('of one that nobody knows are those of the file, and she is told', async () => {
    expect(await only('DTSTART;TZID=Marte/Olimpo:20261124T170000')).toMatchObject({
      hora: '17:00',
      said: ['«Yoga»: no conocemos su zona horaria; entra con la hora que dice el archivo.'],
    })
  })

  it.each([
    [['DTEND:20261124T183000'], '18:30', 0],
    [['DURATION:PT45M'], '17:45', 0],
    [['DTEND:20261125T010000'], '01:00', 0],
    [['DTEND:20261124T170000'], '', 0],
    [['DTEND:20261127T183000'], '', 1],
  ])('with %s it ends at «%s»', async (lines, hora_fin, said) => {
    const yoga = await only('DTSTART:20261124T170000', ...lines)
    expect([yoga.hora_fin, yoga.said.length]).toEqual([hora_fin, said])
  })

  it('several whole days are an event of each', async () => {
    expect(await only('DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261127')).toMatchObject({
      regla: 'FREQ=DAILY;COUNT=3',
      said: ['«Yoga»: dura 3 días; entra como un evento de cada uno de esos días.'],
    })
  })
})

describe('rules of a file', () => {
  it.each([
    ['FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['FREQ=WEEKLY;WKST=SU;BYDAY=TU,TH', 'FREQ=WEEKLY;BYDAY=TU,TH'],
    ['FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=TU,SU', ''],
    ['FREQ=MONTHLY;BYMONTHDAY=24', 'FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYDAY=4TU', 'FREQ=MONTHLY;BYDAY=4TU'],
    ['FREQ=MONTHLY;BYDAY=TU;BYSETPOS=4', 'FREQ=MONTHLY;BYDAY=4TU'],
    ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', ''],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', ''],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24', 'FREQ=YEARLY'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TU', 'FREQ=YEARLY;BYMONTH=11;BYDAY=4TU'],
    ['FREQ=YEARLY;BYWEEKNO=20', ''],
    ['FREQ=HOURLY', ''],
    ['FREQ=DAILY;COUNT=1000', ''],
    ['FREQ=DAILY;COUNT=5', 'FREQ=DAILY;COUNT=5'],
    // At five in the morning of Greenwich it is eleven in the evening before.
    ['FREQ=DAILY;UNTIL=20261201T050000Z', 'FREQ=DAILY;UNTIL=20261130'],
    // Over before the hour of that day.
    ['FREQ=DAILY;UNTIL=20261201T170000Z', 'FREQ=DAILY;UNTIL=20261130'],
    ['FREQ=DAILY;UNTIL=20261201', 'FREQ=DAILY;UNTIL=20261201'],
  ])('%s is «%s», and what has no place is said', async (rule, regla) => {
    const yoga = await only('DTSTART:20261124T170000', `RRULE:${rule}`)
    expect(yoga.regla).toBe(regla)
    expect(yoga.said).toHaveLength(regla ? 0 : 1)
  })

  it('days that were left out stay so, those that were changed are events of their own', async () => {
    const { leidos, notas } = await read(
      calendar(
        event('DTSTART:20261124T170000', 'RRULE:FREQ=WEEKLY', 'EXDATE:20261201T170000,20261208T170000'),
        event('RECURRENCE-ID:20261215T170000', 'DTSTART:20261216T100000'),
        event('RECURRENCE-ID:20261222T230000Z', 'DTSTART:20261222T170000', 'STATUS:CANCELLED'),
      ),
    )
    expect(notas).toEqual([])
    expect(leidos.map(({ campos: { fecha, excepto } }) => ({ fecha, excepto }))).toEqual([
      { fecha: '2026-11-24', excepto: ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'] },
      { fecha: '2026-12-16', excepto: [] },
    ])
  })

  it('of another zone are said to be', async () => {
    const there = await only('DTSTART;TZID=America/Bogota:20261124T080000', 'RRULE:FREQ=WEEKLY;BYDAY=TU')
    expect(there).toMatchObject({ hora: '07:00', regla: 'FREQ=WEEKLY' })
    expect(there.said).toEqual([
      '«Yoga»: se repite a la hora de otra zona horaria; entra con la que aquí tiene la primera vez.',
    ])
  })
})

describe('what else a file has', () => {
  const alarm = (trigger: string) => ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER${trigger}`, 'END:VALARM']

  it('reminders come along where they fit', async () => {
    const lines = [
      alarm(':-PT1H'),
      alarm(':PT15M'),
      alarm(';VALUE=DATE-TIME:20261124T120000Z'),
      alarm(':-P1D'),
    ].flat()
    expect(await only('DTSTART:20261124T170000', ...lines)).toMatchObject({
      notificar: true,
      recordatorios: [60, 1440],
      said: ['«Yoga»: 2 de sus avisos no caben aquí.'],
    })
    expect(await only('DTSTART;VALUE=DATE:20261124', ...alarm(':-PT15H'))).toMatchObject({
      recordatorios: [1440],
    })
    expect(await only('DTSTART:20261124T170000', ...alarm(':-PT60M'))).toMatchObject({ recordatorios: null })
    expect(await only('DTSTART:20261124T170000')).toMatchObject({ notificar: false })
  })

  it('long words are cut and said, a title is whole in the notes', async () => {
    const yoga = await only('DTSTART:20261124T170000', `DESCRIPTION:${'n'.repeat(5000)}`, 'LOCATION:  ')
    expect([yoga.notas.length, yoga.lugar, yoga.said.length]).toEqual([4000, '', 1])
    const { leidos } = await read(calendar(event('DTSTART:20261124T170000').replace('Yoga', 'y'.repeat(300))))
    expect([leidos[0]!.campos.titulo.length, leidos[0]!.campos.notas]).toEqual([200, 'y'.repeat(300)])
  })

  it('what cannot be read is counted and takes nothing else with it', async () => {
    const archivo = await read(
      calendar(
        event('DTSTART:20261124T170000'),
        event('DTSTART:mañana'),
        event(),
        event('DTSTART:18001124T170000'),
        event('DTSTART:20261124T170000', 'STATUS:CANCELLED').replace('UID:uno', 'UID:dos'),
        'BEGIN:VTODO',
        'SUMMARY:Comprar',
        'END:VTODO',
      ),
    )
    expect([archivo.leidos.length, archivo.fallidos]).toEqual([1, 3])
    expect(archivo.notas).toEqual([
      'Una tarea o nota no entra: solo eventos.',
      '«Yoga» está cancelado y no entra.',
    ])
    // Cut off in the middle.
    expect(await read(calendar(event('DTSTART:20261124T170000')).slice(0, -40))).toMatchObject({
      fallidos: 1,
    })
  })

  it.each([
    ['hola', 'Ese archivo no es un calendario (.ics).'],
    [calendar(), 'Ese archivo no tiene ningún evento.'],
    [
      calendar(...Array.from({ length: 501 }, () => event('DTSTART:20261124T170000'))),
      /^Ese archivo tiene 501 eventos/,
    ],
  ])('a file that is none is refused', async (text, words) => {
    await expect(read(text)).rejects.toThrow(FileRefused)
    await expect(read(text)).rejects.toThrow(words)
  })
})
