import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api/ask.ts'
import { unlessDuplicate } from '../../lib/api/errors.ts'
import { knownConfig, supportEmail } from '../../lib/installation/config.ts'
import { useUser } from '../../lib/session/session.tsx'

const TABLE = 'politicas_legales'

export const NO_SE_CARGARON = 'No se pudieron cargar las políticas legales.'
export const NO_HAY = 'No se encontró ninguna política legal publicada.'

/** Who is responsible for members' data, as the operator's settings say it; in their absence, that nobody is named. */
export function tellResponsible(): string {
  const responsible = knownConfig()?.responsible
  const address = supportEmail()
  const who = responsible
    ? `Responsable de tus datos: ${responsible.name}, ${responsible.address}.`
    : 'Quien opera esta instalación todavía no dice aquí quién es ni dónde está: pregúntaselo antes de contar algo delicado.'
  return address ? `${who} Su correo: ${address}` : who
}

/**
 * The latest published policy; null where there is none. Visitors read it too.
 *
 * @param id that version instead: what she accepts is what she was shown, whatever came into force while she read
 */
export function usePolitica(id?: string) {
  return useQuery({
    queryKey: [TABLE, id ?? 'última'],
    queryFn: ({ signal }) =>
      ask(
        (db) => {
          const published = db.from(TABLE).select('titulo, version, contenido, publicada_en')
          return (id ? published.eq('id', id) : published.order('publicada_en', { ascending: false }))
            .limit(1)
            .maybeSingle()
        },
        { signal },
      ),
  })
}

/** What changed since the version that she accepted last, oldest first; nothing while it is not known. */
export function useCambios(id: string) {
  return useQuery({
    queryKey: [TABLE, 'cambios', id],
    queryFn: ({ signal }) => ask((db) => db.rpc('politica_cambios', undefined, { get: true }), { signal }),
  })
}

/** Asked again at intervals, so that an app that stays open for days learns of a new version. */
const LOOK_AGAIN_MS = 60 * 60_000

/**
 * The version in force, where she has not accepted it; null otherwise. While it is not known, or cannot be, nobody is asked.
 */
export function usePoliticaPendiente() {
  const { id } = useUser()
  return useQuery({
    queryKey: [TABLE, 'pendiente', id],
    queryFn: ({ signal }) => ask((db) => db.rpc('politica_pendiente', undefined, { get: true }), { signal }),
    staleTime: LOOK_AGAIN_MS,
  })
}

/** Accepts a version; one that she has accepted on another device is accepted. */
export function useAcceptPolitica() {
  const { id } = useUser()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (politica_id: string) =>
      ask((db) => db.from('aceptaciones_legales').insert({ politica_id })).catch(unlessDuplicate),
    onSuccess: () => client.setQueryData([TABLE, 'pendiente', id], null),
  })
}
