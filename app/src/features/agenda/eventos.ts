import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { ask } from '../../lib/api/ask.ts'
import type { TablesInsert } from '../../lib/api/database.types.ts'
import { isPassing, ServiceError } from '../../lib/api/errors.ts'
import { queryClient } from '../../lib/api/query.ts'
import { type Palabras, sealPalabras } from '../../lib/cofre/palabras.ts'
import { readCached } from '../../lib/offline/cachedQuery.ts'
import { queue } from '../../lib/offline/outbox.ts'
import { createWritten } from '../../lib/offline/savedWriting.ts'
import { uuid } from '../../lib/random.ts'
import { useUser } from '../../lib/session/session.tsx'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/useStore.ts'
import { type Apunte, type Borrados, type Evento, type Fila, handOver } from './agendaDrafts.ts'
import type { Corte } from './dias.ts'
import { eventosKey, openEventos } from './eventosQuery.ts'
import * as toasts from './toasts.ts'

/** Her events as they are known without asking the service: read before, or kept on the device; with what waits there as she wrote it. */
export async function knownEventos(userId: string): Promise<Evento[]> {
  const known = (await readCached<Evento[]>(userId, eventosKey(userId))) ?? []
  const gone = [...borrados.of(userId)]
  const { registros } = agendaDrafts.get()
  const waits = [...registros.values()].some(({ state }) => state === 'ready')
  if (gone.length === 0 && !waits) return known
  const { withPending } = await import('./cortes.ts')
  return withPending(known, registros, null, borradosOf(gone)).map((evento) => {
    const apunte = evento.pendiente && registros.get(evento.id)
    // The hour as the service writes it: once it has arrived it is the same reminder.
    const hora = evento.hora?.padEnd(8, ':00') ?? null
    return apunte ? { ...evento, hora, actualizado_en: new Date(apunte.en).toISOString() } : evento
  })
}

async function readEvento(owner: string, id: string): Promise<Evento | null> {
  const fila = await ask((db) => db.from('agenda_personal').select('*').eq('id', id).maybeSingle())
  return fila && openOne(owner, fila)
}

const openOne = async (owner: string, fila: Palabras & { id: string }): Promise<Evento> =>
  (await openEventos(owner, [fila]))[0]!

/** As it is written: her words sealed, where there are any and she has a vault. @throws as `sealPalabras` does */
async function sealed(owner: string, id: string, fila: Fila): Promise<Fila> {
  const { titulo, lugar = null, notas = null } = fila
  return titulo === undefined
    ? fila
    : { ...fila, ...(await sealPalabras(owner, id, { titulo, lugar, notas })) }
}

/** What the service has of an event right now, for choosing between two versions; null where it was deleted. */
export function useSavedEvento(id: string) {
  const { id: owner } = useUser()
  return useQuery({
    queryKey: ['agenda_personal', 'uno', id],
    queryFn: () => readEvento(owner, id),
    staleTime: 0,
  })
}

/** Puts what the service said about an event where screens look for it, and asks for the list again; nobody waits for that. */
function remember(userId: string, id: string, evento: Evento | null): void {
  const queryKey = eventosKey(userId)
  queryClient.setQueryData<Evento[]>(queryKey, (known) => {
    const others = known?.filter((other) => other.id !== id)
    return evento && others ? [...others, evento] : others
  })
  queryClient.setQueryData(['agenda_personal', 'uno', id], evento)
  void queryClient.invalidateQueries({ queryKey })
}

/** What the service does for one event of hers. */
const serviceOf = (owner: string, id: string) => ({
  insert: async (fila: Fila) => {
    const row = await sealed(owner, id, fila)
    const written = await ask((db) =>
      db
        .from('agenda_personal')
        .insert({ id, user_id: owner, ...row } as TablesInsert<'agenda_personal'>)
        .select('*')
        .single(),
    )
    return openOne(owner, written)
  },
  update: async (fila: Fila, base: string) => {
    const row = await sealed(owner, id, fila)
    const rows = await ask((db) =>
      db
        .from('agenda_personal')
        .update({ user_id: owner, ...row })
        .eq('id', id)
        .eq('actualizado_en', base)
        .select('*'),
    )
    return rows[0] ? openOne(owner, rows[0]) : null
  },
  read: () => readEvento(owner, id),
  remove: async (base: string) => {
    const gone = await ask((db) =>
      db.from('agenda_personal').delete().eq('id', id).eq('actualizado_en', base).select('id'),
    )
    return gone.length > 0
  },
})

/** Takes days out of a repeated event, once the event itself has arrived. */
async function deliverCorte(owner: string, { id, ...corte }: Corte): Promise<void> {
  if (agendaDrafts.get().registros.get(id)?.state === 'ready')
    throw new ServiceError('Su evento todavía no ha llegado.', 'network', 0)
  const { handOverCorte } = await import('./cortes.ts')
  remember(owner, id, await handOverCorte(corte, serviceOf(owner, id)))
}

/** What this device holds of the agenda and the service does not have (yet), under the id of each event. */
export const agendaDrafts = createWritten<Apunte>({
  lane: (options) => queue.lane('agenda', options),
  turn: ({ id }) => id,
  async deliver(owner, id, body) {
    const { evento, arrived } = await handOver(body, serviceOf(owner, id))
    remember(owner, id, evento)
    if (arrived && body.corte) await deliverCorte(owner, body.corte)
    return arrived ? evento!.actualizado_en : null
  },
})

/** What this device has of her agenda: drafts, and what is on its way. Events that have arrived are the query's. */
export function useAgendaDrafts() {
  return useStore(agendaDrafts)
}

/** Which version of an event she deleted, null for whatever the service has under its id; or which days of it. */
type Borrado = { base: string | null; corte?: Corte }

/** Ids of deletions whose first answer she waits for: the event is still shown, since the service may refuse. */
const asking = createStore<ReadonlySet<string>>(new Set())

/** Events that she deleted and the service still has. */
const borrados = queue.lane<Borrado, boolean>('agenda borrada', {
  until: () => 'delivered',
  failed: (failure, _, { durable }) => (isPassing(failure) && durable ? 'again' : 'over'),
  /** @returns false where another device changed it meanwhile: what she has not seen is not deleted */
  async deliver({ owner, id, body: { base, corte } }) {
    if (corte) {
      await deliverCorte(owner, corte)
      return true
    }
    const gone = await ask((db) => {
      const those = db.from('agenda_personal').delete().eq('id', id)
      return (base === null ? those : those.eq('actualizado_en', base)).select('id')
    })
    const left = gone.length > 0 ? null : await readEvento(owner, id)
    remember(owner, id, left)
    if (left && !asking.get().has(id)) toasts.changedElsewhere()
    return left === null
  },
})

const borradosOf = (entries: [string, { body: Borrado }][]): Borrados => ({
  ids: new Set(entries.filter(([, { body }]) => !body.corte).map(([id]) => id)),
  cortes: entries.flatMap(([, { body }]) => body.corte ?? []),
})

/** One that she deleted is wanted again: its deletion, where that still waits, does not go. */
export const keepEvento = (owner: string, id: string): Promise<void> => borrados.remove(owner, id)

/** What she deleted and is shown no more, although the service still has it. */
export function useBorrados(): Borrados {
  const { id: owner } = useUser()
  useEffect(() => void borrados.open(owner), [owner])
  const mine = useSyncExternalStore(borrados.subscribe, () => borrados.of(owner))
  const awaited = useStore(asking)
  return useMemo(() => {
    return borradosOf([...mine].filter(([id]) => !awaited.has(id)))
  }, [mine, awaited])
}

export type Borrar = { resultado: 'eliminado' | 'ready' | 'cambiado'; undo: () => void }

/** Which event is deleted: as she sees it or, with null, whatever the service has under its id. */
type PorBorrar = { id: string; actualizado_en: string | null }

/** Deletes an event as she sees it, or one of its days, or that and all later ones: at the service, or on this device until that can be reached. */
export function useDeleteEvento() {
  const { id: owner } = useUser()
  return useMutation({
    mutationFn: async ({ evento, corte }: { evento: PorBorrar; corte?: Corte }): Promise<Borrar> => {
      const id = corte ? uuid() : evento.id
      const waiting = agendaDrafts.get().registros.has(evento.id)
      const undo = () => void borrados.remove(owner, id)
      asking.set(new Set(asking.get()).add(id))
      try {
        // What she wrote of it and has not arrived must not bring it back.
        if (!corte) await agendaDrafts.discard(id)
        const body = { base: waiting ? null : evento.actualizado_en, corte }
        const gone = await borrados.send({ id, owner, at: Date.now(), state: 'ready', body })
        return { resultado: gone ? 'eliminado' : 'cambiado', undo }
      } catch (failure) {
        if (!borrados.of(owner).has(id)) throw failure
        return { resultado: 'ready', undo }
      } finally {
        asking.set(new Set([...asking.get()].filter((other) => other !== id)))
      }
    },
    // Also after a failure: it may have been deleted although the answer was lost.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: eventosKey(owner) }),
  })
}
