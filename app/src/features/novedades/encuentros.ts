import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import { useReload } from '../../lib/api/reload.ts'
import { useUser } from '../../lib/session/session.tsx'
import { longFechaWithDia, mesAndYear, shortHora, toFecha } from '../../lib/time/fechas.ts'

/** An event or a workshop, as one member reads it: of others nothing but whether there is room. */
export type Encuentro = {
  id: string
  clase: 'evento' | 'taller'
  titulo: string
  descripcion: string | null
  empieza: string
  termina: string
  solo_premium: boolean
  cancelado: boolean
  lleno: boolean
  /** She has a seat, or waits for one. */
  mia: 'dentro' | 'espera' | null
  recordar: boolean
  /** From when on her seat brings the link; null where there is none. */
  abre: string | null
  enlace: string | null
}

const keyOf = (userId: string) => ['encuentros', userId] as const

/** A link appears by itself on an open page, a while after its moment at most. */
const AGAIN_MS = 30_000

/** What is to come, soonest first. */
export function useEncuentros() {
  const { id } = useUser()
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => ask((db) => db.rpc('mis_encuentros'), { signal }) as Promise<Encuentro[]>,
    refetchInterval: ({ state }) => (state.data?.some(waitsForLink) ? AGAIN_MS : false),
  })
}

/** Whether the link of an event may be there soon: only then is it asked for again and again. */
export function waitsForLink({ mia, abre, enlace, cancelado }: Encuentro, now = Date.now()): boolean {
  return mia === 'dentro' && !cancelado && !enlace && abre !== null && Date.parse(abre) - now < 3_600_000
}

/** Whether there is still an hour, and so something to remind of. */
export const isFarOff = ({ empieza }: Pick<Encuentro, 'empieza'>, now = Date.now()): boolean =>
  Date.parse(empieza) - now > 3_600_000

function useReloadMine() {
  const { id } = useUser()
  return useReload(keyOf(id))
}

/**
 * Takes a seat, or a place among those who wait for one; pressed twice it is one.
 *
 * @returns which of the two
 * @throws ServiceError `PT404` it is over or cancelled, `PT402` of a plan that she has not, `PT403` she is paused
 */
export function useSignUp() {
  return useMutation({
    mutationFn: (encuentro: string) =>
      ask((db) => db.rpc('apuntarme', { cual: encuentro, recordar: false })) as Promise<'dentro' | 'espera'>,
    onSettled: useReloadMine(),
  })
}

/** Gives her seat back. */
export function useSignOff() {
  const { id } = useUser()
  return useMutation({
    mutationFn: (encuentro: string) =>
      ask((db) => db.from('plazas').delete().eq('encuentro_id', encuentro).eq('user_id', id)),
    onSettled: useReloadMine(),
  })
}

/** Whether she is reminded, without a word, an hour before. */
export function useRemind() {
  const { id } = useUser()
  return useMutation({
    mutationFn: ({ encuentro, recordar }: { encuentro: string; recordar: boolean }) =>
      ask((db) => db.from('plazas').update({ recordar }).eq('encuentro_id', encuentro).eq('user_id', id)),
    onSettled: useReloadMine(),
  })
}

/** «viernes, 4 de diciembre de 2026, de 18:00 a 19:30», on her clock. */
export function tellWhen({ empieza, termina }: Pick<Encuentro, 'empieza' | 'termina'>): string {
  const [from, to] = [new Date(empieza), new Date(termina)]
  const until = toFecha(from) === toFecha(to) ? shortHora(to) : `${shortHora(to)} del ${longFechaWithDia(to)}`
  return `${longFechaWithDia(from)}, de ${shortHora(from)} a ${until}`
}

/** When its link is shown to those with a seat, on her clock. */
export function tellOpening(abre: string, { empieza }: Pick<Encuentro, 'empieza'>, now = Date.now()): string {
  const [from, begins] = [new Date(abre), new Date(empieza)]
  if (from.getTime() <= now) return 'El enlace todavía no está. Si no aparece, escríbele al equipo.'
  const day = toFecha(from) === toFecha(begins) ? 'de ese día' : `del ${longFechaWithDia(from)}`
  return `El enlace aparece aquí a las ${shortHora(from)} ${day}.`
}

/** By the month in which they begin, in their order. */
export function byMonth<One extends Pick<Encuentro, 'empieza'>>(list: readonly One[]): [string, One[]][] {
  const months = new Map<string, One[]>()
  for (const one of list) {
    const from = new Date(one.empieza)
    const month = mesAndYear(from.getFullYear(), from.getMonth() + 1)
    months.set(month, [...(months.get(month) ?? []), one])
  }
  return [...months]
}
