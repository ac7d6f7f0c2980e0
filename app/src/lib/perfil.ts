import { queryOptions, useQuery } from '@tanstack/react-query'
import { brand } from './brand.ts'
import { unwrap } from './errors.ts'
import { useUser } from './session.tsx'
import { supabase } from './supabase.ts'

/** What a profile is while none is stored (specification, section 3). */
export const perfilPorDefecto = {
  username: brand.defaultUsername,
  foto_url: null,
  momento_vida: 'emprendiendo',
  tipo_plan: 'basico',
} as const

/** The signed-in woman's own profile: all fields, or null while she has none (PGRST116 is no failure). */
export function perfilQuery(userId: string) {
  return queryOptions({
    queryKey: ['profiles', userId],
    queryFn: () => unwrap(supabase().from('profiles').select('*').eq('id', userId).maybeSingle()),
  })
}

/** Her profile as a query; `data` is null while she has none. */
export function usePerfil() {
  return useQuery(perfilQuery(useUser().id))
}

/**
 * The name to greet her by, at once: the stored one, until then the one she registered with, else the default.
 *
 * @param stored `username` of the profile
 * @param metadata the user's own metadata: good enough for a greeting, never for a right
 */
export function nombreDe(stored: string | null | undefined, metadata: unknown): string {
  const registered = (metadata as { username?: unknown } | undefined)?.username
  return stored || (typeof registered === 'string' && registered.trim()) || perfilPorDefecto.username
}
