import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import { thenReload, useReload } from '../../lib/api/reload.ts'
import type { Papel } from '../../lib/cuenta/papeles.ts'
import { PruebaCancelada, withPrueba } from '../../lib/session/prueba.ts'
import { useSession, useUser } from '../../lib/session/session.tsx'

interface Convocatoria {
  id: string
  papel: Papel
}

const keyOf = (correo: string | undefined) => ['convocatorias', correo]

/** Invitations of hers to the team: the database shows those to her confirmed address; an administradora reads all. */
export function useConvocatorias() {
  const { email } = useUser()
  return useQuery({
    queryKey: keyOf(email),
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from('convocatorias')
            .select('id, papel')
            .eq('correo', email?.toLowerCase() ?? '')
            .order('creada_en')
            .order('id'),
        { signal },
      ) as Promise<Convocatoria[]>,
  })
}

function useReloadMine() {
  const { email } = useUser()
  return useReload(keyOf(email))
}

/** Her roles in the team, as the database says now. */
const askPapeles = async (): Promise<readonly string[]> =>
  (await ask((db) => db.rpc('mis_papeles', undefined, { get: true }))) ?? []

/** Joins the team, once however often it is pressed. @throws PruebaCancelada, ServiceError `PT404` where it was taken back */
export function useAcceptConvocatoria() {
  const { refreshAdmin } = useSession()
  const client = useQueryClient()
  const { email } = useUser()
  return useMutation({
    mutationFn: ({ id, papel }: Convocatoria) =>
      withPrueba(() => ask((db) => db.rpc('aceptar_convocatoria', { cual: id }))).catch(async (failure) => {
        // The answer was lost, or she pressed again after that: what counts is whether she is of the team.
        if (
          failure instanceof PruebaCancelada ||
          !(await askPapeles().catch((): string[] => [])).includes(papel)
        )
          throw failure
      }),
    onSettled: thenReload(async () => {
      await refreshAdmin()
      await client.invalidateQueries({ queryKey: keyOf(email) })
    }),
  })
}

/** Says no; nobody is told. */
export function useDeclineConvocatoria() {
  return useMutation({
    mutationFn: (id: string) => ask((db) => db.from('convocatorias').delete().eq('id', id)),
    onSettled: useReloadMine(),
  })
}
