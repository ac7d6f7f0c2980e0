import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../data/ask.ts'
import { withPrueba } from '../../data/prueba.ts'
import type { Papel } from '../../lib/cuenta/papeles.ts'

const EQUIPO = ['integrantes'] as const

export type Integrante = { user_id: string; papel: Papel; desde: string; nombre: string | null }
export type Convocatoria = { id: string; correo: string; papel: Papel; vence_en: string }

/** Who is of the team, one line for each role, and who is invited. The root is not in it: nobody ends it here. */
export function useEquipo() {
  return useQuery({
    queryKey: EQUIPO,
    queryFn: async ({ signal }) => {
      const [integrantes, convocatorias] = await Promise.all([
        ask(
          (db) =>
            db
              .from('integrantes')
              .select('user_id, papel, desde, profiles(username)')
              .order('desde')
              .order('user_id')
              .order('papel'),
          { signal },
        ),
        ask(
          (db) =>
            db.from('convocatorias').select('id, correo, papel, vence_en').order('creada_en').order('id'),
          {
            signal,
          },
        ),
      ])
      return {
        integrantes: integrantes.map(
          ({ profiles, papel, ...row }): Integrante => ({
            ...row,
            papel: papel as Papel,
            nombre: profiles?.username ?? null,
          }),
        ),
        convocatorias: convocatorias as Convocatoria[],
      }
    },
  })
}

function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: EQUIPO })
}

/**
 * Invites whoever has that address: by mail, for seven days. Nobody learns whether there is an account.
 *
 * @throws PruebaCancelada, ServiceError
 */
export function useInvite() {
  return useMutation({
    mutationFn: (convocada: { correo: string; papel: Papel }) =>
      withPrueba(() => ask((db) => db.from('convocatorias').insert(convocada))),
    onSettled: useReload(),
  })
}

/** Takes an invitation back. */
export function useWithdrawConvocatoria() {
  return useMutation({
    mutationFn: (id: string) => ask((db) => db.from('convocatorias').delete().eq('id', id)),
    onSettled: useReload(),
  })
}

/**
 * Ends a role: its holder is nobody of the team at her next request, wherever she is signed in. Another's asks for a fresh proof.
 *
 * @throws PruebaCancelada, ServiceError
 */
export function useEndPapel() {
  return useMutation({
    mutationFn: ({ user_id, papel }: Pick<Integrante, 'user_id' | 'papel'>) =>
      withPrueba(() =>
        ask((db) => db.from('integrantes').delete().eq('user_id', user_id).eq('papel', papel)),
      ),
    onSettled: useReload(),
  })
}
