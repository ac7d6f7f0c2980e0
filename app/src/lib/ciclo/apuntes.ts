import type { Nota } from '../cofre/notas.ts'
import type { Fecha } from '../time/fechas.ts'
import { type Modo, type Periodo, periodosOf, pronosticoOf } from './ciclos.ts'

/* What she notes of her cycle: a note for each start, end, day and change of mode, on the sheet of its year. */

export const FLUJOS = {
  manchado: 'Manchado',
  ligero: 'Ligero',
  medio: 'Medio',
  abundante: 'Abundante',
} as const
export const DOLORES = { nada: 'Nada', leve: 'Leve', medio: 'Medio', fuerte: 'Fuerte' } as const
export const SINTOMAS = {
  colicos: 'Cólicos',
  espalda: 'Espalda',
  cabeza: 'Cabeza',
  senos: 'Senos sensibles',
  nauseas: 'Náuseas',
  inflamacion: 'Inflamación',
  cansancio: 'Cansancio',
  antojos: 'Antojos',
  piel: 'Piel',
  sueno: 'Mal sueño',
  animo: 'Ánimo cambiante',
  diarrea: 'Diarrea',
} as const

export type Flujo = keyof typeof FLUJOS
export type Dolor = keyof typeof DOLORES
export type Sintoma = keyof typeof SINTOMAS

export type Dia = {
  que: 'dia'
  fecha: Fecha
  flujo: Flujo | null
  dolor: Dolor | null
  sintomas: readonly Sintoma[]
}

export type Apunte =
  | { que: 'inicio' | 'fin'; fecha: Fecha }
  | Dia
  /** How she uses it from that day on. */
  | { que: 'modo'; fecha: Fecha; modo: Modo }

/**
 * She wants to be reminded of «¿Llegó?» whenever that is (`features/ciclo/aviso.ts`): `fecha` is the day on which a reminder was last put. It is
 * none of what she noted, and stands on a sheet of its own.
 */
export type Aviso = { que: 'aviso'; semilla: string; fecha: Fecha | null }
export type Escrito = Apunte | Aviso
export const HOJA_DE_AVISOS = 'aviso'

export const idOf = ({ que, fecha }: Pick<Apunte, 'que' | 'fecha'>): string => `${que} ${fecha}`
export const periodoOf = ({ fecha }: Pick<Apunte, 'fecha'>): string => fecha.slice(0, 4)

export const emptyDia = (fecha: Fecha): Dia => ({ que: 'dia', fecha, flujo: null, dolor: null, sintomas: [] })

export const isEmptyDia = ({ flujo, dolor, sintomas }: Dia): boolean =>
  !flujo && !dolor && sintomas.length === 0

/** All of it, as her screens ask for it. */
export type Historia = {
  inicios: readonly Fecha[]
  fines: readonly Fecha[]
  periodos: readonly Periodo[]
  dias: ReadonlyMap<Fecha, Dia>
  modo: Modo
  apuntes: readonly Apunte[]
  avisos: readonly Aviso[]
}

const made = new WeakMap<object, { hoy: Fecha; historia: Historia }>()

/** The same of the same notes, for every part of a screen. */
export function historiaOf(notas: ReadonlyMap<string, readonly Nota<Escrito>[]>, hoy: Fecha): Historia {
  const before = made.get(notas)
  if (before?.hoy === hoy) return before.historia
  const historia = makeHistoria(notas, hoy)
  made.set(notas, { hoy, historia })
  return historia
}

function makeHistoria(notas: ReadonlyMap<string, readonly Nota<Escrito>[]>, hoy: Fecha): Historia {
  const escritos = [...notas.values()].flatMap((sheet) => sheet.map(({ value }) => value))
  const apuntes = escritos
    .filter((one) => one.que !== 'aviso')
    .sort((one, other) => (one.fecha < other.fecha ? -1 : Number(one.fecha > other.fecha)))
  const fechasOf = (que: Apunte['que']) => apuntes.filter((one) => one.que === que).map(({ fecha }) => fecha)
  const dias = apuntes.filter((one) => one.que === 'dia')
  const modos = apuntes.filter((one) => one.que === 'modo')
  const inicios = fechasOf('inicio')
  const fines = fechasOf('fin')
  const sangrados = dias.filter(({ flujo }) => bleeds(flujo)).map(({ fecha }) => fecha)
  return {
    inicios,
    fines,
    periodos: periodosOf(inicios, fines, sangrados, hoy),
    dias: new Map(dias.map((dia) => [dia.fecha, dia])),
    modo: modos.findLast(({ fecha }) => fecha <= hoy)?.modo ?? 'ciclo',
    apuntes,
    avisos: escritos.filter((one) => one.que === 'aviso'),
  }
}

/** Spotting is no period. */
export const bleeds = (flujo: Flujo | null): boolean => flujo !== null && flujo !== 'manchado'

/** What she noted of a day, in a line: «flujo medio, dolor leve, cólicos». */
export const diaInWords = ({ flujo, dolor, sintomas }: Dia): string =>
  [
    flujo && (flujo === 'manchado' ? 'manchado' : `flujo ${flujo}`),
    dolor && (dolor === 'nada' ? 'sin dolor' : `dolor ${dolor}`),
    ...sintomas.map((sintoma) => SINTOMAS[sintoma].toLocaleLowerCase('es')),
  ]
    .filter(Boolean)
    .join(', ')

/** What a day is to her cycle: the start or another day of a period, or one of the days to come on which the next may begin. */
export type EnCiclo = 'inicio' | 'periodo' | 'proximo'

export function enCiclo({ inicios, periodos, modo }: Historia, hoy: Fecha): (fecha: Fecha) => EnCiclo | null {
  const pronostico = pronosticoOf(inicios, hoy, modo)
  return (fecha) => {
    const periodo = periodos.findLast(({ inicio }) => fecha >= inicio)
    if (periodo && fecha <= periodo.hasta) return periodo.inicio === fecha ? 'inicio' : 'periodo'
    return pronostico && fecha >= hoy && fecha >= pronostico.desde && fecha <= pronostico.hasta
      ? 'proximo'
      : null
  }
}

export const EN_CICLO: Record<EnCiclo, string> = {
  inicio: 'empezó tu periodo',
  periodo: 'periodo',
  proximo: 'puede empezar tu periodo',
}
