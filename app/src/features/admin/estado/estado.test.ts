import { describe, expect, it } from 'vitest'
import { type Casa, describeCasa, type Servidor, tellBytes } from './estado.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

const WELL: Servidor = {
  anotada_en: ago(1),
  version: '1.2.3',
  desde: ago(600),
  puertas: [],
  migraciones: 'ok',
  disco: { estado: 'ok', libres: 12_500_000_000 },
  respaldo: { ultimo: ago(300), tarde: false },
  fallan: [],
  esperan: { mail: { desde: null, tarde: false } },
}
const QUIET = { alarma: null, historias: null, denuncias: null, apelaciones: null, soporte: null }

const told = (casa: Partial<Casa>) =>
  describeCasa({ servidor: WELL, colas: QUIET, faltan: [], ...casa }, () => 'desde entonces', NOW)
const wrong = (casa: Partial<Casa>) => told(casa).filter(({ estado }) => estado !== 'bien')

describe('describeCasa', () => {
  it('is all well, with nothing to do, where all is well', () => {
    expect(wrong({})).toEqual([])
    expect(told({}).filter(({ haz }) => haz)).toEqual([])
    expect(told({}).map(({ que }) => que)).toEqual([
      'Servidor',
      'Respaldo',
      'Espacio en el disco',
      'Correo',
      'Tareas de la casa',
      'Avisos de alerta por salir',
      'Denuncias por revisar',
      'Historias por leer',
      'Respuestas a decisiones',
      'Mensajes al equipo',
    ])
  })

  it.each<[string, Partial<Casa>, string]>([
    ['a server that is silent', { servidor: { ...WELL, anotada_en: ago(6) } }, 'Servidor'],
    ['one that never spoke', { servidor: null }, 'Servidor'],
    ['a door that is shut', { servidor: { ...WELL, puertas: ['rest'] } }, 'Servidor'],
    ['no backup at all', { servidor: { ...WELL, respaldo: null } }, 'Respaldo'],
    [
      'a backup that is late',
      { servidor: { ...WELL, respaldo: { ultimo: ago(300), tarde: true } } },
      'Respaldo',
    ],
    [
      'an old backup',
      { servidor: { ...WELL, respaldo: { ultimo: ago(3 * 1440), tarde: false } } },
      'Respaldo',
    ],
    [
      'a disk that fills',
      { servidor: { ...WELL, disco: { estado: 'low', libres: 9e8 } } },
      'Espacio en el disco',
    ],
    [
      'mail that waits',
      { servidor: { ...WELL, esperan: { mail: { desde: ago(20), tarde: true } } } },
      'Correo',
    ],
    [
      'a job that fails',
      { servidor: { ...WELL, fallan: [{ tarea: 'backup', desde: ago(9) }] } },
      'Tareas de la casa',
    ],
    ['an alert that nobody takes', { colas: { ...QUIET, alarma: ago(3) } }, 'Avisos de alerta por salir'],
    ['a report of two days', { colas: { ...QUIET, denuncias: ago(2880) } }, 'Denuncias por revisar'],
    ['a member without an answer', { colas: { ...QUIET, soporte: ago(2881) } }, 'Mensajes al equipo'],
    ['something that is missing', { faltan: ['archivos'] }, 'Falta: archivos'],
  ])('%s stands first, with what to do', (_, casa, que) => {
    const [first] = told(casa)
    expect(first).toMatchObject({ que, haz: expect.stringMatching(/^\p{Lu}.*\.$/u) })
    expect(wrong(casa)).toHaveLength(1)
  })

  it('lets what waits for a short time wait', () => {
    expect(wrong({ colas: { ...QUIET, alarma: ago(1), denuncias: ago(60), soporte: ago(600) } })).toEqual([])
    // To the last moment of it.
    expect(wrong({ colas: { ...QUIET, alarma: ago(2), denuncias: ago(1440) } })).toEqual([])
    expect(
      wrong({
        servidor: { ...WELL, anotada_en: ago(5), respaldo: { ultimo: ago(2 * 1440), tarde: false } },
      }),
    ).toEqual([])
  })

  const says = (casa: Partial<Casa>, que: string) => {
    const { estado, dice } = told(casa).find((renglon) => renglon.que === que)!
    return `${estado}: ${dice}`
  }

  it.each<[string, Partial<Casa>, string]>([
    ['Servidor', {}, 'bien: Versión 1.2.3, en marcha desde entonces.'],
    [
      'Servidor',
      { servidor: { ...WELL, anotada_en: ago(6) } },
      'mal: No dice nada desde entonces; lo de abajo es de entonces.',
    ],
    [
      'Servidor',
      { servidor: { ...WELL, migraciones: 'old' } },
      'mal: Versión 1.2.3, en marcha desde entonces.',
    ],
    ['Respaldo', {}, 'bien: El último está guardado desde entonces.'],
    [
      'Respaldo',
      { servidor: { ...WELL, respaldo: { ultimo: null, tarde: false } } },
      'mal: Todavía no hay ninguno.',
    ],
    ['Respaldo', { servidor: { ...WELL, respaldo: null } }, 'mal: No hay respaldos automáticos.'],
    ['Espacio en el disco', {}, 'bien: Quedan 13 GB.'],
    [
      'Espacio en el disco',
      { servidor: { ...WELL, disco: { estado: 'low', libres: 9e8 } } },
      'atento: Quedan 900 MB.',
    ],
    [
      'Espacio en el disco',
      { servidor: { ...WELL, disco: { estado: 'full', libres: null } } },
      'mal: No se sabe cuánto queda.',
    ],
    ['Correo', {}, 'bien: Los correos salen.'],
    ['Correo', { servidor: { ...WELL, esperan: {} } }, 'bien: Los correos salen.'],
    [
      'Correo',
      { servidor: { ...WELL, esperan: { mail: { desde: ago(2), tarde: false } } } },
      'bien: Hay correos que esperan desde entonces.',
    ],
    ['Tareas de la casa', {}, 'bien: Todas se hacen.'],
    [
      'Tareas de la casa',
      { servidor: { ...WELL, fallan: ['backup', 'sweep'].map((tarea) => ({ tarea, desde: ago(9) })) } },
      'mal: «backup» falla desde entonces; «sweep» falla desde entonces',
    ],
    ['Historias por leer', {}, 'bien: Nada espera.'],
    [
      'Historias por leer',
      { colas: { ...QUIET, historias: ago(60) } },
      'bien: Lo más antiguo espera desde entonces.',
    ],
    [
      'Respuestas a decisiones',
      { colas: { ...QUIET, apelaciones: ago(4 * 1440) } },
      'atento: Lo más antiguo espera desde entonces.',
    ],
    [
      'Falta: archivos',
      { faltan: ['archivos'] },
      'mal: A esta instalación le falta algo para funcionar entera.',
    ],
  ])('says of «%s» what is so', (que, casa, text) => {
    expect(says(casa, que)).toBe(text)
  })

  it('has what is wrong above what wants an eye, and that above the rest', () => {
    const all = told({ colas: { ...QUIET, soporte: ago(9_999) }, faltan: ['archivos'] })
    expect(all.map(({ estado }) => estado).slice(0, 3)).toEqual(['mal', 'atento', 'bien'])
  })
})

it('tells sizes as one says them', () => {
  expect([12_500_000_000, 1_200_000_000, 64_000_000].map(tellBytes)).toEqual(['13 GB', '1.2 GB', '64 MB'])
  expect([1e9, 10_040_000_000, 10_400_000_000].map(tellBytes)).toEqual(['1 GB', '10 GB', '10 GB'])
})
