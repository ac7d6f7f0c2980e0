import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import { endOf, type Medida } from '../../../lib/revision/medidas.ts'
import { COLA } from '../../../lib/team/revision.ts'
import type { Clase, Que } from './clases.ts'

/** Something that waits: what it is and since when, without a word of it. */
export type Espera = {
  clase: Clase
  id: string
  desde: string
  urgente: boolean
  /** How often it was reported. */
  cuantas: number
  motivos: string[]
  /** How many more messages of the same member say the same. */
  iguales: number
  tomada: 'mia' | 'otra' | null
  /** False for what is about herself, or answers a decision of hers. */
  puede: boolean
}

/** A message around the one that was reported: whether she wrote it who wrote that, never who. */
export type Vecino = { texto: string; cuando: string; suyo: boolean; este: boolean }

/** What is read to decide, as `tomar` brings it. */
export type Leido = {
  version: string
  hasta: string
  iguales: number
  texto: string | null
  titulo?: string
  firmada?: boolean
  sala?: string | null
  cuando?: string
  alrededor?: Vecino[]
  sigue?: boolean
  detalles?: string[]
  aceptan?: number
  medidas?: number
  motivo?: string
  alcance?: string
  /** Until when the decision holds that was answered. */
  fin?: string
}

export type Cosa = Pick<Espera, 'clase' | 'id'>

/** One name for one thing of the queue. */
export const nameOf = ({ clase, id }: Cosa) => `${clase} ${id}`

/** What is pointed at: which thing, and where it stood when it was. */
export type Senalada = { name: string | null; place: number }

/**
 * Where in the list the pointed thing stands now. The list moves under her hands, since others report and decide: what she points at is a
 * thing and not a place; only where that is gone is it the place.
 */
export function placeOf(cola: readonly Cosa[], { name, place }: Senalada): number {
  const now = name === null ? -1 : cola.findIndex((cosa) => nameOf(cosa) === name)
  return now >= 0 ? now : Math.max(0, Math.min(place, cola.length - 1))
}

/** Whether it was written without a name: what is decided about its author is veiled. */
export const isVelada = ({ clase }: Pick<Cosa, 'clase'>, { firmada }: Pick<Leido, 'firmada'>) =>
  clase === 'reseña' || (clase === 'historia' && !firmada)

/** Everything that waits, urgent first, then oldest. */
export function useCola() {
  return useQuery({
    queryKey: [...COLA, 'cola'],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .rpc('cola_revision')
            .select('clase, id, desde, urgente, cuantas, motivos, iguales, tomada, puede'),
        { signal },
      ) as Promise<Espera[]>,
  })
}

function useReload() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: COLA })
    void client.invalidateQueries({ queryKey: ['historias'] })
    void client.invalidateQueries({ queryKey: ['usuarias'] })
  }
}

/**
 * Takes it for a quarter of an hour, and reads it; again, for another one. Each time is a line in `miradas`.
 *
 * @throws ServiceError `PT409` in another's hands or decided, `PT404` gone
 */
export function useTake() {
  return useMutation({
    mutationFn: ({ clase, id }: Cosa) =>
      ask((db) => db.rpc('tomar', { clase, cosa: id })) as unknown as Promise<Leido>,
    onSettled: useReload(),
  })
}

/** Gives it back. */
export function useGiveBack() {
  return useMutation({
    mutationFn: ({ clase, id }: Cosa) => ask((db) => db.rpc('soltar', { clase, cosa: id })),
    onSettled: useReload(),
  })
}

export type Decidida = Cosa & {
  version: string
  que: Que
  razon: string
  palabras: string | null
  iguales: boolean
  paraQuienAviso: string | null
}

/**
 * Decides on what was read. @returns what takes it back
 * @throws ServiceError `PT409` with what somebody else decided, or because it changed
 */
export function useDecide() {
  return useMutation({
    mutationFn: ({ clase, id, version, que, razon, palabras, iguales, paraQuienAviso }: Decidida) =>
      ask((db) =>
        db.rpc('decidir', {
          clase,
          cosa: id,
          version,
          que,
          razon,
          iguales,
          ...(palabras !== null && { palabras }),
          ...(paraQuienAviso !== null && { a_quien_aviso: paraQuienAviso }),
        }),
      ) as Promise<string>,
    onSettled: useReload(),
  })
}

/** Takes a decision of the last day back: it waits again. @throws ServiceError `PT409`, `PT404`, with the reason in words */
export function useUndo() {
  return useMutation({
    mutationFn: (lote: string) => ask((db) => db.rpc('deshacer', { lote })),
    onSettled: useReload(),
  })
}

export type Reciente = {
  lote: string
  clase: Clase
  que: Que
  razon: string
  decidida_en: string
  cuantas: number
  deshecha: boolean
  mia: boolean
  /** How what she herself decided on begins, so that she finds it among many. */
  de_que: string | null
}

/** What was decided in the last day; the administradoras see everybody's. */
export function useRecientes() {
  return useQuery({
    queryKey: [...COLA, 'mis_decisiones'],
    queryFn: ({ signal }) => ask((db) => db.rpc('mis_decisiones'), { signal }) as Promise<Reciente[]>,
  })
}

/** A strike for, or a pause of, its author; who that is nobody is told. */
export function useMeasureAutora() {
  return useMutation({
    mutationFn: ({ clase, id, motivo, ...medida }: Cosa & Medida) =>
      ask((db) =>
        db.rpc('medir_autora', { clase, cosa: id, motivo, alcance: medida.alcance, hasta: endOf(medida) }),
      ),
    onSettled: useReload(),
  })
}
