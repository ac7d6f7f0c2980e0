import { describe, expect, it } from 'vitest'
import { ArchivoAjeno, planImport, readDiarioAjeno, type Traida } from './importar.ts'
import { asJson, asText } from './texto.ts'

const dayOne = (...entries: object[]) => JSON.stringify({ metadata: { version: '1.0' }, entries })
const only = (nombre: string, contenido: string) => readDiarioAjeno(nombre, contenido).notas

describe("Day One's JSON", () => {
  it('has the day and the hour of where she was, words without strokes and pictures, and tags as labels', () => {
    expect(
      only(
        'Journal.json',
        dayOne({
          uuid: '1546F37361264E129200B2CA6A885855',
          creationDate: '2020-01-02T03:04:05Z',
          timeZone: 'America/Mexico_City',
          text: '![](dayone-moment://AD6F2A6EC10C41AEA35E94BAD169936D)\n\nHola\\. Caminé \\(mucho\\) #familia\n\n\n\nFin',
          tags: ['familia', 'mi hermana', '¡¡!!', 7],
        }),
      ),
    ).toEqual([
      { fecha: '2020-01-01', hora: '21:04', texto: 'Hola. Caminé (mucho) #familia\n\nFin\n#mi_hermana' },
    ])
  })

  it.each([
    ['no words', { creationDate: '2020-01-02T03:04:05Z', text: '![](dayone-moment:/video/A)' }],
    ['no text', { creationDate: '2020-01-02T03:04:05Z' }],
    ['no date', { text: 'Hola' }],
    ['no moment', { creationDate: 'ayer', text: 'Hola' }],
    ['a year that the diary does not take', { creationDate: '1999-05-02T03:04:05Z', text: 'Hola' }],
  ])('an entry with %s is counted and left', (_, entry) => {
    const good = { creationDate: '2020-01-02T12:00:00Z', timeZone: 'UTC', text: 'Sí' }
    expect(readDiarioAjeno('x', dayOne(entry, good))).toEqual({
      notas: [{ fecha: '2020-01-02', hora: '12:00', texto: 'Sí' }],
      sinTexto: 1,
    })
  })

  it('a zone that nobody knows is that of this device', () => {
    const [nota] = only(
      'x',
      dayOne({ creationDate: '2020-01-02T12:00:00Z', timeZone: 'Luna/Mar', text: 'Sí' }),
    )
    expect(nota).toMatchObject({ fecha: '2020-01-02', texto: 'Sí' })
  })

  it('an empty diary is one', () => {
    expect(readDiarioAjeno('x', dayOne())).toEqual({ notas: [], sinTexto: 0 })
  })
})

describe('text', () => {
  it.each([
    ['2020-01-02', '2020-01-02', null],
    ['## 2020-1-2 09:05', '2020-01-02', '09:05'],
    ['02/01/2020', '2020-01-02', null],
    ['2.1.2020, 23:59:', '2020-01-02', '23:59'],
    ['Jueves, 2 de enero de 2020', '2020-01-02', null],
    ['2 de Enero del 2020 7:30', '2020-01-02', '07:30'],
  ])('%s begins a day', (line, fecha, hora) => {
    expect(only('notas.txt', `antes\r\n${line}\r\n\r\nHola\r\n`)).toEqual([{ fecha, hora, texto: 'Hola' }])
  })

  it.each([
    '2020-02-30',
    '31/04/2020',
    '2020-01-02 hoy',
    'El 2 de enero de 2020 fui',
    '1999-01-01',
    '2 de brumario de 2020',
  ])('%s begins none', (line) => {
    expect(() => only('notas.txt', `${line}\nHola`)).toThrow(ArchivoAjeno)
  })

  it('the name of a file may be its day', () => {
    expect(only('2020-01-02.txt', 'Hola\n\nAdiós')).toEqual([
      { fecha: '2020-01-02', hora: null, texto: 'Hola\n\nAdiós' },
    ])
  })

  it.each([
    ['text', asText],
    ['JSON', asJson],
  ])("the app's own %s comes back as it was", (_, write) => {
    const entradas = [
      { fecha: '2020-01-02', contenido: 'Hola\n\n10:40\nOtra\n————' },
      { fecha: '2020-01-03', contenido: 'Adiós' },
    ]
    expect(only('notas.x', write(entradas))).toEqual(
      entradas.map(({ fecha, contenido }) => ({ fecha, hora: null, texto: contenido })),
    )
  })
})

it.each([
  '',
  '   ',
  '{"a":1}',
  '[1,2]',
  '["x"]',
  '{"entries":[{"a":1}]}',
  '{"entries":"x"}',
  '{ roto',
  '\0\x01\x02',
])('%j is no diary', (contenido) => {
  expect(() => readDiarioAjeno('x.json', contenido)).toThrow(ArchivoAjeno)
})

describe('bringing', () => {
  const nota = (fecha: string, hora: string | null, texto: string): Traida => ({ fecha, hora, texto })
  const NONE = new Set<string>()
  const after = (escrito: Map<string, string>, notas: Traida[]) => {
    const { cambios } = planImport(notas, escrito, NONE)
    return new Map([...escrito, ...cambios.map(({ fecha, contenido }) => [fecha, contenido] as const)])
  }
  const NOTAS = [
    nota('2020-01-02', '20:00', 'Tarde'),
    nota('2020-01-02', '09:00', 'Temprano'),
    nota('2020-01-03', null, 'Bien'),
  ]

  it('overwrites nothing: a written day goes on with what is new', () => {
    const escrito = new Map([['2020-01-03', 'Todo bien hoy']])
    expect(planImport(NOTAS, escrito, NONE)).toEqual({
      cambios: [
        { fecha: '2020-01-02', contenido: '09:00\nTemprano\n\n20:00\nTarde', nuevo: true },
        { fecha: '2020-01-03', contenido: 'Todo bien hoy\n\nBien', nuevo: false },
      ],
      repetidas: 0,
      largos: 0,
      ocupados: 0,
    })
  })

  it('twice changes nothing, also after she has written on', () => {
    const once = after(new Map([['2020-01-03', 'Todo bien hoy']]), NOTAS)
    expect(planImport(NOTAS, once, NONE)).toEqual({ cambios: [], repetidas: 3, largos: 0, ocupados: 0 })
    const later = new Map(once).set('2020-01-03', `${once.get('2020-01-03')}\n\n22:00\nY más`)
    expect(planImport(NOTAS, later, NONE).cambios).toEqual([])
  })

  it('the same note twice in one file comes once', () => {
    const doble = [NOTAS[2]!, NOTAS[2]!]
    expect(planImport(doble, new Map(), NONE)).toMatchObject({
      cambios: [{ contenido: 'Bien' }],
      repetidas: 1,
    })
  })

  it('a day that is closed or has unsaved words is left alone, and one that would be too long as well', () => {
    const long = [nota('2020-01-03', null, 'a'.repeat(150_000)), nota('2020-01-04', null, 'x')]
    expect(planImport(long, new Map([['2020-01-03', 'b'.repeat(100_000)]]), new Set(['2020-01-04']))).toEqual(
      { cambios: [], repetidas: 0, largos: 1, ocupados: 1 },
    )
  })
})
