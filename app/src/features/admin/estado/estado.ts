import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'

/** What waits in a queue, by its name: since when the oldest does. */
export type Cola = 'alarma' | 'historias' | 'denuncias' | 'apelaciones' | 'soporte'

/** What the server last said of itself; null on an installation that has no server of ours, or before its first word. */
export type Servidor = {
  anotada_en: string
  version: string
  desde: string
  puertas: string[]
  migraciones: string
  disco: { estado: string; libres: number | null }
  respaldo: { ultimo: string | null; tarde: boolean } | null
  fallan: { tarea: string; desde: string }[]
  esperan: Record<string, { desde: string | null; tarde: boolean }>
}

export type InstallationState = {
  servidor: Servidor | null
  colas: Record<Cola, string | null>
  faltan: string[]
}

/** The state of the installation; asked again each minute while it is on screen. For administradoras alone. */
export function useInstallationState() {
  return useQuery({
    queryKey: ['estado_de_la_casa'],
    queryFn: ({ signal }) =>
      ask((db) => db.rpc('estado_de_la_casa', undefined, { get: true }), {
        signal,
      }) as unknown as Promise<InstallationState>,
    refetchInterval: 60_000,
  })
}

/** One part of the installation: how it is, and what a volunteer does about it where it is not well. */
export type Renglon = {
  que: string
  estado: 'bien' | 'atento' | 'mal'
  dice: string
  /** What to do; only where something is to be done. */
  haz?: string
}

/** What `interno.revisar_casa` calls it, as the team reads it, and the page on which it is given; of others the state says what to do. */
const FALTAS: Readonly<Record<string, { que: string; to?: string }>> = {
  administradora: { que: 'Alguien que administre', to: '/admin/equipo' },
  contenido: { que: 'Salas, números de emergencia y textos legales' },
  archivos: { que: 'Dónde guardar los archivos' },
  'en vivo': { que: 'Que lo nuevo se vea sin recargar' },
  'vías de la alarma': { que: 'Por dónde salen las alertas' },
  'mensajes de la alarma': { que: 'Que salgan los mensajes de las alertas' },
}

/** What an installation still lacks, and where that is seen to. */
export function missingOf({ faltan, servidor }: InstallationState): { que: string; to: string }[] {
  const list = faltan.map((falta) => ({ to: '/admin/estado', ...(FALTAS[falta] ?? { que: capital(falta) }) }))
  return servidor && !servidor.respaldo
    ? [...list, { que: 'Respaldos automáticos', to: '/admin/estado' }]
    : list
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)

const MINUTE = 60_000
const DAY = 86_400_000
const OPERADORA = 'Avisa a quien administra la máquina'

/**
 * What to tell of the installation, what is wrong first.
 *
 * @param state as the database told it
 * @param since how long ago a moment was, in words
 */
export function describeInstallation(
  state: InstallationState,
  since: (moment: Date) => string,
  now: Date = new Date(),
): Renglon[] {
  const age = (moment: string) => now.getTime() - Date.parse(moment)
  const { servidor } = state
  const told = servidor ? describeServidor(servidor, { since, age }) : [SIN_SERVIDOR]
  const waiting = (Object.keys(COLAS) as Cola[]).map((cola): Renglon => {
    const desde = state.colas[cola]
    const { que, late, haz } = COLAS[cola]
    if (!desde) return { que, estado: 'bien', dice: 'Nada espera.' }
    const isLate = age(desde) > late
    return {
      que,
      estado: isLate ? 'atento' : 'bien',
      dice: `Lo más antiguo espera ${since(new Date(desde))}.`,
      ...(isLate && { haz }),
    }
  })
  const missing = state.faltan.map(
    (que): Renglon => ({
      que: `Falta: ${que}`,
      estado: 'mal',
      dice: 'A esta instalación le falta algo para funcionar entera.',
      haz: `${OPERADORA} y dile estas palabras.`,
    }),
  )
  const order = { mal: 0, atento: 1, bien: 2 }
  return [...told, ...waiting, ...missing].sort((a, b) => order[a.estado] - order[b.estado])
}

const COLAS: Readonly<Record<Cola, { que: string; late: number; haz: string }>> = {
  alarma: {
    que: 'Avisos de alerta por salir',
    late: 2 * MINUTE,
    haz: `Es urgente: hay avisos que nadie entrega. ${OPERADORA} ahora.`,
  },
  denuncias: {
    que: 'Denuncias por revisar',
    late: DAY,
    haz: 'Abre «Revisión» y empieza por las que dicen que alguien está en peligro.',
  },
  historias: {
    que: 'Historias por leer',
    late: 4 * DAY,
    haz: 'Abre «Revisión»: se leen de la más antigua a la más nueva.',
  },
  apelaciones: {
    que: 'Respuestas a decisiones',
    late: 3 * DAY,
    haz: 'Abre «Revisión». Las resuelve alguien que no tomó esa decisión.',
  },
  soporte: {
    que: 'Mensajes al equipo',
    late: 2 * DAY,
    haz: 'Abre «Soporte» y responde a quien lleva más tiempo esperando.',
  },
}

const SIN_SERVIDOR: Renglon = {
  que: 'Servidor',
  estado: 'atento',
  dice: 'El servidor no ha dicho cómo está.',
  haz: 'Espera dos minutos y vuelve a mirar. Si sigue así, avisa a quien administra la máquina.',
}

type Told = { since: (moment: Date) => string; age: (moment: string) => number }

function describeServidor(servidor: Servidor, { since, age }: Told): Renglon[] {
  const { anotada_en, version, desde, puertas, migraciones, disco, respaldo, fallan, esperan } = servidor
  const isSilent = age(anotada_en) > 5 * MINUTE
  const isWell = puertas.length === 0 && migraciones === 'ok'
  const correo = esperan.mail
  return [
    {
      que: 'Servidor',
      estado: isSilent || !isWell ? 'mal' : 'bien',
      dice: isSilent
        ? `No dice nada ${since(new Date(anotada_en))}; lo de abajo es de entonces.`
        : `Versión ${version}, en marcha ${since(new Date(desde))}.`,
      ...((isSilent || !isWell) && { haz: `${OPERADORA}: debe mirar la base de datos y volver a arrancar.` }),
    },
    describeRespaldo(respaldo, { since, age }),
    {
      que: 'Espacio en el disco',
      estado: disco.estado === 'ok' ? 'bien' : disco.estado === 'low' ? 'atento' : 'mal',
      dice: disco.libres === null ? 'No se sabe cuánto queda.' : `Quedan ${tellBytes(disco.libres)}.`,
      ...(disco.estado !== 'ok' && {
        haz: `${OPERADORA}: hay que hacer sitio, empezando por los respaldos más antiguos. Con el disco lleno nadie puede guardar nada.`,
      }),
    },
    {
      que: 'Correo',
      estado: correo?.tarde ? 'mal' : 'bien',
      dice: correo?.desde
        ? `Hay correos que esperan ${since(new Date(correo.desde))}.`
        : 'Los correos salen.',
      ...(correo?.tarde && {
        haz: `${OPERADORA}: el servidor de correo no los recibe. Mientras, los códigos y enlaces llegan tarde; no se pierden antes de treinta horas.`,
      }),
    },
    {
      que: 'Tareas de la casa',
      estado: fallan.length === 0 ? 'bien' : 'mal',
      dice:
        fallan.length === 0
          ? 'Todas se hacen.'
          : fallan.map(({ tarea, desde: from }) => `«${tarea}» falla ${since(new Date(from))}`).join('; '),
      ...(fallan.length > 0 && {
        haz: `${OPERADORA} y dile el nombre entre comillas: el registro dice por qué.`,
      }),
    },
  ]
}

function describeRespaldo(respaldo: Servidor['respaldo'], { since, age }: Told): Renglon {
  const que = 'Respaldo'
  if (!respaldo)
    return {
      que,
      estado: 'mal',
      dice: 'No hay respaldos automáticos.',
      haz: `${OPERADORA}: sin respaldo, si el disco se daña se pierde todo. Está en docs/operations.md, «Backups».`,
    }
  const { ultimo, tarde } = respaldo
  const isOld = tarde || !ultimo || age(ultimo) > 2 * DAY
  return {
    que,
    estado: isOld ? 'mal' : 'bien',
    dice: ultimo ? `El último está guardado ${since(new Date(ultimo))}.` : 'Todavía no hay ninguno.',
    ...(isOld && { haz: `${OPERADORA}: el respaldo de hoy no se hizo.` }),
  }
}

/** «12.5 GB». */
export function tellBytes(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, 'GB'] : [bytes / 1e6, 'MB']
  return `${size.toLocaleString('es-MX', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`
}
