import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import type { Tables } from '../../../lib/api/database.types.ts'
import { within } from '../../../lib/api/deadline.ts'
import { readCached, useCachedQuery } from '../../../lib/offline/cachedQuery.ts'
import { useUser } from '../../../lib/session/session.tsx'
import { confianzasQuery } from '../alarma/confianzas.ts'

export type Contacto = Pick<
  Tables<'contactos_emergencia'>,
  'id' | 'nombre' | 'telefono' | 'prioridad' | 'activo' | 'version'
>

export type NuevoContacto = Pick<Contacto, 'nombre' | 'telefono' | 'prioridad'>

const contactosKey = (userId: string) => ['contactos_emergencia', userId]
/** What of a contact the app asks for. */
export const COLUMNS = 'id, nombre, telefono, prioridad, activo, version'

function fetchContactos(userId: string, signal: AbortSignal): Promise<Contacto[]> {
  return ask(
    (db) =>
      db
        .from('contactos_emergencia')
        .select(COLUMNS)
        .eq('user_id', userId)
        .eq('activo', true)
        .order('prioridad', { ascending: true })
        .order('creado_en', { ascending: true }),
    { signal },
  )
}

/**
 * Her trusted contacts: at once as this device remembers them, then as the service has them. With `error` and `data`
 * together, the data is what the device remembers.
 */
export function useContactos() {
  return useCachedQuery<Contacto[]>(contactosQuery(useUser().id))
}

/** The one query of her contacts, for screens and for who needs them without one. */
export const contactosQuery = (userId: string) => ({
  queryKey: contactosKey(userId),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchContactos(userId, signal),
})

/** Reloads the list after a change, as specified, what each said, which a change may end, and so the copies on the device too; nobody waits for it. */
export function useReload() {
  const { id } = useUser()
  const client = useQueryClient()
  return () => {
    for (const { queryKey } of [contactosQuery(id), confianzasQuery(id)])
      void client.invalidateQueries({ queryKey })
  }
}

/** Soft delete, and the way back from it. */
export function useActivateContacto() {
  const { id: userId } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, activo }: Pick<Contacto, 'id' | 'activo'>) =>
      ask((db) => db.from('contactos_emergencia').update({ activo }).eq('id', id)),
    onSuccess: (_, { id, activo }) => {
      if (activo) return
      client.setQueryData<Contacto[]>(contactosKey(userId), (known) =>
        known?.filter((contacto) => contacto.id !== id),
      )
    },
    onSettled: useReload(),
  })
}

/**
 * Her contacts for an alert, from whatever answers first: memory, the device or the service.
 *
 * @param ms how long an alert may wait for them
 * @returns null when nothing is known in time, which is not the same as having none
 */
export async function knownContactos(
  client: QueryClient,
  userId: string,
  ms: number,
): Promise<Contacto[] | null> {
  const queryKey = contactosKey(userId)
  const known = client.getQueryData<Contacto[]>(queryKey)
  if (known) return known
  // Past the query library too: an alert waits for nothing that could be broken.
  const remembered = readCached<Contacto[]>(userId, queryKey).then((contactos) => {
    if (!contactos) throw new Error('nothing remembered')
    return contactos
  })
  const fetched = client.fetchQuery({
    queryKey,
    queryFn: ({ signal }) => fetchContactos(userId, signal),
    retry: false,
  })
  // Nobody known: the alert then lets her choose in the messaging app.
  return within(ms, () => Promise.any([remembered, fetched])).catch(() => null)
}
