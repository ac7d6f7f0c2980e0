import { describe, expect, it } from 'vitest'
import {
  describeInstallation,
  type InstallationState,
  missingOf,
  type Servidor,
  tellBytes,
} from './estado.ts'

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

const told = (state: Partial<InstallationState>) =>
  describeInstallation({ servidor: WELL, colas: QUIET, faltan: [], ...state }, () => 'desde entonces', NOW)
const wrong = (state: Partial<InstallationState>) => told(state).filter(({ estado }) => estado !== 'bien')

describe('what an installation still lacks', () => {
  const missing = (state: Partial<InstallationState>) =>
    missingOf({ servidor: WELL, colas: QUIET, faltan: [], ...state })

  it('is nothing once it is whole, also where there is no server of ours', () => {
    expect(missing({})).toEqual([])
    expect(missing({ servidor: null })).toEqual([])
  })

  it('is told in words of the team, with the page where it is seen to', () => {
    expect(
      missing({
        faltan: ['administradora', 'vías de la alarma', 'secreto x'],
        servidor: { ...WELL, respaldo: null },
      }),
    ).toEqual([
      { que: 'Alguien que administre', to: '/admin/equipo' },
      { que: 'Por dónde salen las alertas', to: '/admin/estado' },
      { que: 'Secreto x', to: '/admin/estado' },
      { que: 'Respaldos automáticos', to: '/admin/estado' },
    ])
  })
})

describe('describeInstallation', () => {
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

  it.each<[string, Partial<InstallationState>, string]>([
    ['a server that is silent', { servidor: { ...WELL, anotada_en: ago(6) } }, 'Servidor'],
    ['one that never spoke', { servidor: null }, 'Servidor'],
    ['an API that is closed', { servidor: { ...WELL, puertas: ['rest'] } }, 'Servidor'],
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
  ])('%s stands first, with what to do', (_, state, que) => {
    const [first] = told(state)
    expect(first).toMatchObject({ que, haz: expect.stringMatching(/^\p{Lu}.*\.$/u) })
    expect(wrong(state)).toHaveLength(1)
  })

  it('says of each thing how it is, and since when', () => {
    const since = (moment: Date) => `hace ${(NOW.getTime() - moment.getTime()) / 60_000} min`
    const says = (
      servidor: Partial<Servidor>,
      colas: Partial<InstallationState['colas']> = {},
      faltan: string[] = [],
    ) =>
      Object.fromEntries(
        describeInstallation(
          { servidor: { ...WELL, ...servidor }, colas: { ...QUIET, ...colas }, faltan },
          since,
          NOW,
        ).map(({ que, estado, dice }) => [que, `${estado}: ${dice}`]),
      )
    expect(says({}, { soporte: ago(30) })).toEqual({
      Servidor: 'bien: Versión 1.2.3, en marcha hace 600 min.',
      Respaldo: 'bien: El último está guardado hace 300 min.',
      'Espacio en el disco': 'bien: Quedan 13 GB.',
      Correo: 'bien: Los correos salen.',
      'Tareas de la casa': 'bien: Todas se hacen.',
      'Avisos de alerta por salir': 'bien: Nada espera.',
      'Denuncias por revisar': 'bien: Nada espera.',
      'Historias por leer': 'bien: Nada espera.',
      'Respuestas a decisiones': 'bien: Nada espera.',
      'Mensajes al equipo': 'bien: Lo más antiguo espera hace 30 min.',
    })
    const fallan = ['backup', 'mail'].map((tarea) => ({ tarea, desde: ago(9) }))
    expect(
      says(
        {
          anotada_en: ago(6),
          respaldo: { ultimo: null, tarde: false },
          disco: { estado: 'full', libres: null },
          esperan: { mail: { desde: ago(20), tarde: true } },
          fallan,
        },
        { alarma: ago(3) },
        ['archivos'],
      ),
    ).toMatchObject({
      Servidor: 'mal: No dice nada hace 6 min; lo de abajo es de entonces.',
      Respaldo: 'mal: Todavía no hay ninguno.',
      'Espacio en el disco': 'mal: No se sabe cuánto queda.',
      Correo: 'mal: Hay correos que esperan hace 20 min.',
      'Tareas de la casa': 'mal: «backup» falla hace 9 min; «mail» falla hace 9 min',
      'Avisos de alerta por salir': 'atento: Lo más antiguo espera hace 3 min.',
      'Falta: archivos': 'mal: A esta instalación le falta algo para funcionar entera.',
    })
    expect(says({ disco: { estado: 'low', libres: 9e8 }, respaldo: null, esperan: {} })).toMatchObject({
      Respaldo: 'mal: No hay respaldos automáticos.',
      'Espacio en el disco': 'atento: Quedan 900 MB.',
      Correo: 'bien: Los correos salen.',
    })
  })

  it('a schema of another version is as wrong as an API that is closed', () => {
    expect(wrong({ servidor: { ...WELL, migraciones: 'pending' } })).toMatchObject([
      { que: 'Servidor', estado: 'mal' },
    ])
  })

  it('what is at its limit is not over it', () => {
    const servidor = { ...WELL, anotada_en: ago(5), respaldo: { ultimo: ago(2 * 1440), tarde: false } }
    expect(wrong({ servidor, colas: { ...QUIET, alarma: ago(2), denuncias: ago(1440) } })).toEqual([])
  })

  it('lets what waits for a short time wait', () => {
    expect(wrong({ colas: { ...QUIET, alarma: ago(1), denuncias: ago(60), soporte: ago(600) } })).toEqual([])
  })
})

it('tells sizes as one says them', () => {
  expect([12_500_000_000, 1_200_000_000, 1_000_000_000, 64_000_000].map(tellBytes)).toEqual([
    '13 GB',
    '1.2 GB',
    '1 GB',
    '64 MB',
  ])
})
