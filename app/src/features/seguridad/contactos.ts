import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Tables } from '../../lib/database.types.ts'
import { keepCopy, readCopy } from '../../data/device.ts'
import { unwrap } from '../../data/errors.ts'
import { within } from '../../lib/plazo.ts'
import { useUser } from '../../data/session.tsx'
import { supabase } from '../../data/client.ts'

export type Contacto = Pick<
  Tables<'contactos_emergencia'>,
  'id' | 'nombre' | 'telefono' | 'prioridad' | 'activo'
>

export type NuevoContacto = Pick<Contacto, 'nombre' | 'telefono' | 'prioridad'>

/** The contacts as this device last saw them. */
type Copia = { contactos: Contacto[]; at: number }

const COPY = 'contactos_emergencia'
const TIME_LIMIT_MS = 10_000

const contactosKey = (userId: string) => ['contactos_emergencia', userId]

async function fetchContactos(userId: string): Promise<Contacto[]> {
  const contactos = await within(TIME_LIMIT_MS, (signal) =>
    unwrap(
      supabase()
        .from('contactos_emergencia')
        .select('id, nombre, telefono, prioridad, activo')
        .eq('user_id', userId)
        .eq('activo', true)
        .order('prioridad', { ascending: true })
        .order('creado_en', { ascending: true })
        .abortSignal(signal),
    ),
  )
  const copia: Copia = { contactos, at: Date.now() }
  // Where the device cannot store it, the service's answer is still shown.
  keepCopy(userId, COPY, copia).catch(() => {})
  return contactos
}

/**
 * Her trusted contacts: at once as this device remembers them, then as the service has them. With `error` and `data`
 * together, the data is what the device remembers.
 */
export function useContactos() {
  const { id } = useUser()
  const client = useQueryClient()

  useEffect(() => {
    void readCopy<Copia>(id, COPY).then((copia) => {
      const key = contactosKey(id)
      if (copia && client.getQueryData(key) === undefined) {
        client.setQueryData(key, copia.contactos, { updatedAt: copia.at })
      }
    })
  }, [id, client])

  return useQuery({
    queryKey: contactosKey(id),
    queryFn: () => fetchContactos(id),
    networkMode: 'always',
  })
}

/** Reloads the list after a change, as specified, and so the copy on the device too; nobody waits for it. */
function useReload() {
  const { id } = useUser()
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: contactosKey(id) })
}

export function useAddContacto() {
  const { id: user_id } = useUser()
  return useMutation({
    mutationFn: (contacto: NuevoContacto) =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(
          supabase()
            .from('contactos_emergencia')
            .insert({ user_id, ...contacto, activo: true })
            .abortSignal(signal),
        ),
      ),
    // Also after a failure: an answer that got lost may hide a contact that was saved.
    onSettled: useReload(),
  })
}

/** Soft delete, and the way back from it. */
export function useActivateContacto() {
  const { id: userId } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, activo }: Pick<Contacto, 'id' | 'activo'>) =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(supabase().from('contactos_emergencia').update({ activo }).eq('id', id).abortSignal(signal)),
      ),
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
  const remembered = readCopy<Copia>(userId, COPY).then((copia) => {
    if (!copia) throw new Error('nothing remembered')
    return copia.contactos
  })
  const fetched = client.fetchQuery({
    queryKey,
    queryFn: () => fetchContactos(userId),
    networkMode: 'always',
    retry: false,
  })
  return within(ms, () => Promise.any([remembered, fetched])).catch(() => null)
}
