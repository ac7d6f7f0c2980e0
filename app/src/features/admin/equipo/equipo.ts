import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api/ask.ts'
import { useReload } from '../../../lib/api/reload.ts'
import { takeAway } from '../../../lib/api/versionedRows.ts'
import type { Papel } from '../../../lib/cuenta/papeles.ts'
import { withPrueba } from '../../../lib/session/prueba.ts'

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

/**
 * Invites an address: by mail, for seven days. Nobody learns whether there is an account.
 *
 * @throws PruebaCancelada, ServiceError
 */
export function useInvite() {
  return useMutation({
    mutationFn: (convocada: { correo: string; papel: Papel }) =>
      withPrueba(() => ask((db) => db.from('convocatorias').insert(convocada))),
    onSettled: useReload(EQUIPO),
  })
}

/** Takes an invitation back. @throws ServiceError `PGRST116` where she has accepted or declined it, or another one took it back */
export function useWithdrawConvocatoria() {
  return useMutation({
    mutationFn: (id: string) =>
      takeAway({
        take: () => ask((db) => db.from('convocatorias').delete().eq('id', id).select('id')),
        read: () => ask((db) => db.from('convocatorias').select('id').eq('id', id).maybeSingle()),
        without: 'Ya no está: la aceptó, la rechazó o alguien la retiró.',
      }),
    onSettled: useReload(EQUIPO),
  })
}

/**
 * Ends a role: she is nobody of the team at her next request, wherever she is signed in. Another's asks for a fresh proof.
 * Given anew since this one read of it, it stays.
 *
 * @throws PruebaCancelada; ServiceError `PT409` where it was given anew, `PGRST116` where another one ended it
 */
export function useEndPapel() {
  return useMutation({
    mutationFn: ({ user_id, papel, desde }: Pick<Integrante, 'user_id' | 'papel' | 'desde'>) =>
      withPrueba(() =>
        takeAway({
          take: () =>
            ask((db) =>
              db
                .from('integrantes')
                .delete()
                .eq('user_id', user_id)
                .eq('papel', papel)
                .eq('desde', desde)
                .select('desde'),
            ),
          read: () =>
            ask((db) =>
              db.from('integrantes').select('desde').eq('user_id', user_id).eq('papel', papel).maybeSingle(),
            ),
          why: (now) =>
            now.desde === desde
              ? undefined
              : 'Le dieron este papel otra vez hace un momento. Míralo de nuevo.',
        }),
      ),
    onSettled: useReload(EQUIPO),
  })
}
