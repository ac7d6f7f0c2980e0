import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../data/errors.ts'
import type { Motivo } from '../../lib/motivos.ts'
import { within } from '../../lib/plazo.ts'
import { useUser } from '../../data/session.tsx'
import { supabase } from '../../data/client.ts'

const TIME_LIMIT_MS = 15_000

/** Her suspension, while there is one. */
export function useSuspension() {
  const { id } = useUser()
  return useQuery({
    queryKey: ['suspensiones', id],
    queryFn: () =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(
          supabase()
            .from('suspensiones')
            .select('motivo, hasta')
            .eq('user_id', id)
            .gt('hasta', new Date().toISOString())
            .order('hasta', { ascending: false })
            .limit(1)
            .abortSignal(signal)
            .maybeSingle(),
        ),
      ),
  })
}

export type Bloqueada = { id: string; username: string | null }

/** Whom she has blocked, by name. */
export function useBloqueadas() {
  return useQuery({
    queryKey: ['bloqueos'],
    queryFn: () =>
      within(TIME_LIMIT_MS, async (signal): Promise<Bloqueada[]> => {
        // As it stood then: between the two of them no name is read any more.
        const rows = await unwrap(
          supabase().from('bloqueos').select('bloqueada_id, nombre').order('creado_en').abortSignal(signal),
        )
        return rows.map(({ bloqueada_id, nombre }) => ({ id: bloqueada_id, username: nombre }))
      }),
  })
}

/** Blocks a member, or takes a block back. Blocking twice is no failure. */
export function useBlock() {
  const client = useQueryClient()
  const { id: user_id } = useUser()
  return useMutation({
    mutationFn: async ({ id, bloquear }: { id: string; bloquear: boolean }) => {
      await within(TIME_LIMIT_MS, async (signal) => {
        const table = supabase().from('bloqueos')
        const { error } = await (bloquear
          ? table.insert({ bloqueada_id: id }).abortSignal(signal)
          : table.delete().eq('user_id', user_id).eq('bloqueada_id', id).abortSignal(signal))
        if (error && error.code !== '23505') await unwrap(Promise.resolve({ data: null, error }))
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['bloqueos'] }),
  })
}

/** Reports a message. Reporting it twice is no failure. */
export function useReportMensaje() {
  return useMutation({
    mutationFn: (report: { mensaje_id: string; motivo: Motivo; detalle: string | null }) =>
      within(TIME_LIMIT_MS, async (signal) => {
        const { error } = await supabase().from('reportes_sala').insert(report).abortSignal(signal)
        if (error && error.code !== '23505') await unwrap(Promise.resolve({ data: null, error }))
      }),
  })
}

/** The admin keeps a member from writing for some days. */
export function useSuspend() {
  return useMutation({
    mutationFn: ({ user_id, motivo, dias }: { user_id: string; motivo: string; dias: number }) =>
      within(TIME_LIMIT_MS, (signal) =>
        unwrap(
          supabase()
            .from('suspensiones')
            .insert({ user_id, motivo, hasta: new Date(Date.now() + dias * 86_400_000).toISOString() })
            .abortSignal(signal),
        ),
      ),
  })
}
