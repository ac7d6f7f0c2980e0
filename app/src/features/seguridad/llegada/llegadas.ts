import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables } from '../../../lib/api/database.types.ts'
import { watchRows } from '../../../lib/api/live.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { readCached, useCachedQuery } from '../../../lib/offline/cachedQuery.ts'
import { fingirLlegada, llegadasShown, onFingidas, type PorPin } from '../../../lib/session/fingidas.ts'
import { useUser } from '../../../lib/session/session.tsx'
import type { CadaH } from './cuando.ts'

/** A timer «¿Llegaste?» as the service has it. docs/alarm.md. */
export type Llegada = Pick<
  Tables<'llegadas'>,
  | 'id'
  | 'cliente_id'
  | 'destino'
  | 'nota'
  | 'vence_en'
  | 'contactos'
  | 'cada_h'
  | 'hasta'
  | 'creada_en'
  | 'terminada_en'
> & { estado: 'activa' | 'llego' | 'disparada' | 'cancelada' }

/** One to start. `cliente_id` is this device's: sent twice, the service starts one. */
export type Nueva = {
  cliente_id: string
  destino: string
  nota: string
  vence_en: Date
  contactos: string[] | null
  cada_h: CadaH | null
  hasta: Date | null
}

const TABLE = 'llegadas'
const COLUMNS =
  'id, cliente_id, destino, nota, vence_en, contactos, cada_h, hasta, estado, creada_en, terminada_en'
const llegadasKey = (userId: string) => [TABLE, userId]
/** How often the service is asked about a timer whose time is over: what happened while the live channel was down is not sent later. */
const LOOK_MS = 15_000
/** How long a timer that opened an alert stays on the card. */
const TOLD_MS = 60 * 60_000

async function fetchLlegadas(userId: string, signal: AbortSignal): Promise<Llegada[]> {
  const since = new Date(Date.now() - TOLD_MS).toISOString()
  const all = (await ask(
    (db) =>
      db
        .from(TABLE)
        .select(COLUMNS)
        .eq('user_id', userId)
        .or(`estado.eq.activa,and(estado.eq.disparada,terminada_en.gt."${since}")`)
        .order('vence_en')
        .order('id'),
    { signal },
  )) as Llegada[]
  return llegadasShown(all)
}

/** Asks for them again; nobody waits for it. */
export function reloadLlegadas(userId: string): void {
  void queryClient.invalidateQueries({ queryKey: llegadasKey(userId) })
}

/** Her timers as this device remembers them, without asking the service. */
export const knownLlegadas = (userId: string) => readCached<Llegada[]>(userId, llegadasKey(userId))

/**
 * Her timers that run, and those that opened an alert within the last hour: at once as this device remembers them, then as the
 * service has them, live as long as one runs or `live` asks for it.
 */
export function useLlegadas({ live = false }: { live?: boolean } = {}) {
  const { id } = useUser()
  const query = useCachedQuery<Llegada[]>({
    queryKey: llegadasKey(id),
    queryFn: ({ signal }) => fetchLlegadas(id, signal),
  })
  const runs = query.data?.some(({ estado }) => estado === 'activa') ?? false

  useEffect(() => {
    if (!live && !runs) return
    return watchRows(TABLE, [{ table: TABLE, filter: `user_id=eq.${id}` }], () => reloadLlegadas(id))
  }, [id, live, runs])

  useEffect(() => onFingidas(() => reloadLlegadas(id)), [id])

  useEffect(() => {
    if (!runs) return
    const look = setInterval(() => {
      const all = queryClient.getQueryData<Llegada[]>(llegadasKey(id))
      if (all?.some(({ estado, vence_en }) => estado === 'activa' && Date.parse(vence_en) <= Date.now()))
        reloadLlegadas(id)
    }, LOOK_MS)
    return () => clearInterval(look)
  }, [id, runs])

  return query
}

/** What the service is told about a running timer; afterwards everything is asked for again, also where the answer got lost. */
function useChange<Body, Answer>(change: (body: Body) => Promise<Answer>) {
  const { id } = useUser()
  return useMutation({ mutationFn: change, onSettled: () => reloadLlegadas(id) })
}

/**
 * Starts one. It runs once this has answered, and not before, and until the time that the answer says.
 *
 * The mutation fails with `PT409` where one with that id runs, with other words or another time; `PT410` where that one has ended;
 * `PT429` beyond twenty a day.
 */
export function useStartLlegada() {
  return useChange(({ vence_en, hasta, contactos, cada_h, ...nueva }: Nueva) =>
    ask((db) =>
      db.rpc('iniciar_llegada', {
        ...nueva,
        vence_en: vence_en.toISOString(),
        contactos: contactos ?? undefined,
        cada_h: cada_h ?? undefined,
        hasta: hasta?.toISOString(),
        reloj: new Date().toISOString(),
      }),
    ),
  )
}

/** «15 minutos más» than she sees. @returns the new time; null where it does not run any more */
export const useProlongLlegada = () =>
  useChange(async ({ llegada, porPin }: { llegada: Llegada; porPin?: PorPin }) => {
    const { id, vence_en: visto } = llegada
    const vence = await ask((db) =>
      db.rpc('prolongar_llegada', { llegada: id, visto, prueba: porPin?.prueba }),
    )
    if (porPin?.segundo) fingirLlegada(llegada, vence ? new Date(vence) : null)
    return vence
  })

/** «Todo bien». @returns when she is asked next; null where that was the last time */
export const useAnswerLlegada = () =>
  useChange(async ({ llegada, porPin }: { llegada: Llegada; porPin?: PorPin }) => {
    const vence = await ask((db) =>
      db.rpc('responder_llegada', { llegada: llegada.id, prueba: porPin?.prueba }),
    )
    if (porPin?.segundo) fingirLlegada(llegada, vence ? new Date(vence) : null)
    return vence
  })
