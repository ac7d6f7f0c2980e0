import { longFecha, shortHora } from '../time/fechas.ts'

/** What a decision of the team about a member closes: the database's word. */
export type Alcance = 'falta' | 'circulos' | 'escritos' | 'expulsion'

/** What each closes, as the team chooses it; and how it is called, as she reads it. */
export const ALCANCES: Readonly<Record<Alcance, { cierra: string; nombre: string; accion: string }>> = {
  falta: { cierra: 'Nada: es una falta', nombre: 'Falta', accion: 'Poner falta' },
  circulos: { cierra: 'Salas y llamadas', nombre: 'Pausa de salas y llamadas', accion: 'Pausar' },
  escritos: {
    cierra: 'También historias y reseñas',
    nombre: 'Pausa de salas, llamadas, historias y reseñas',
    accion: 'Pausar',
  },
  expulsion: { cierra: 'Todo lo que otras ven', nombre: 'Expulsión', accion: 'Expulsar' },
}

const DAY_MS = 86_400_000

/** For how many days a strike is counted. */
const FALTA_DIAS = 365

/** A decision as it is chosen: `dias` empty stands for ever. */
export type Medida = { motivo: string; dias: number | null; alcance: Alcance }

type Duracion = { dias: string; nombre: string }

const DURACIONES: readonly Duracion[] = [
  { dias: '1', nombre: '1 día' },
  { dias: '3', nombre: '3 días' },
  { dias: '7', nombre: '7 días' },
  { dias: '30', nombre: '30 días' },
]

/** For how long a pause may be chosen: without end, but a year at most for an author without a name. */
export function offerDuraciones(velada: boolean): readonly Duracion[] {
  return [...DURACIONES, velada ? { dias: '365', nombre: '1 año' } : { dias: '', nombre: 'Sin fecha de fin' }]
}

/** What was chosen, as long as it is still offered: a draft may be older than what it is about. */
export function keepOffered(dias: string, velada: boolean): string {
  const offered = offerDuraciones(velada)
  return offered.some((duracion) => duracion.dias === dias) ? dias : offered[0]!.dias
}

/** Until when it holds, as the database takes it. An expulsion has no end; a strike closes nothing. */
export function endOf({ dias, alcance }: Pick<Medida, 'dias' | 'alcance'>): string {
  if (alcance === 'expulsion' || (dias === null && alcance !== 'falta')) return 'infinity'
  return new Date(Date.now() + (alcance === 'falta' ? FALTA_DIAS : dias!) * DAY_MS).toISOString()
}

/** «hasta el 3 de mayo de 2027, 10:00», or «sin fecha de fin». */
export function tellEnd(hasta: string): string {
  if (hasta === 'infinity') return 'sin fecha de fin'
  const end = new Date(hasta)
  return `hasta el ${longFecha(end)}, ${shortHora(end)}`
}
