import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import { brand } from '../../lib/installation/brand.ts'
import { useUser } from '../../lib/session/session.tsx'

function codigoQuery(userId: string) {
  return queryOptions({
    queryKey: ['profiles', userId, 'codigo_invitacion'],
    queryFn: async () => {
      const { codigo_invitacion } = await ask((db) =>
        db.from('profiles').select('codigo_invitacion').eq('id', userId).single(),
      )
      return codigo_invitacion
    },
  })
}

/** Her own invitation code. */
export function useCodigo() {
  return useQuery(codigoQuery(useUser().id))
}

function referidosQuery(userId: string) {
  return queryOptions({
    queryKey: ['referidos', userId],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from('referidos')
            .select('referido_id, creado_en, profiles(username, email)')
            .eq('invitador_id', userId)
            .order('creado_en', { ascending: false }),
        { signal },
      ),
  })
}

/** Whom she invited, newest first. Without the friend's consent the row names nobody. */
export function useReferidos() {
  return useQuery(referidosQuery(useUser().id))
}

export type Referido = { profiles: { username: string | null; email: string | null } | null }

/** What a row says: her name, else her e-mail, else the fallback. */
export function nombreOf({ profiles }: Referido): string {
  return profiles?.username || profiles?.email || brand.referralFallback
}

/** The address that brings a friend to the form with the code already in it. */
export function enlaceOf(codigo: string, origin: string): string {
  return `${origin}/register?codigo=${encodeURIComponent(codigo)}`
}
