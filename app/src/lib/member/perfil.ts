import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../api/ask.ts'
import { brand } from '../installation/brand.ts'
import { useUser } from '../session/session.tsx'

/** What a profile is while none is stored (docs/product.md#profile). */
export const defaultPerfil = {
  username: brand.defaultUsername,
  foto_url: null,
  momento_vida: 'emprendiendo',
  tipo_plan: 'basico',
} as const

/** The signed-in woman's own profile: all fields, or null while she has none (PGRST116 is no failure). */
export function perfilQuery(userId: string) {
  return queryOptions({
    queryKey: ['profiles', userId],
    queryFn: ({ signal }) =>
      ask((db) => db.from('profiles').select('*').eq('id', userId).maybeSingle(), { signal }),
  })
}

/** Her plan; null until her profile is known: a default is for a missing row, and a member who pays must not read that she does not. */
export function planOf(perfil: { tipo_plan: string | null } | null | undefined): string | null {
  return perfil === undefined ? null : (perfil?.tipo_plan ?? defaultPerfil.tipo_plan)
}

/** Her profile as a query; `data` is null while she has none. */
export function usePerfil() {
  return useQuery(perfilQuery(useUser().id))
}
