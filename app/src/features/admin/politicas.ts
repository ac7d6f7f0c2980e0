import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../../data/ask.ts'
import { useBorrador } from '../../data/borrador.ts'
import { dropCopy, readCopy } from '../../data/device.ts'
import { ServiceError } from '../../data/errors.ts'
import { useUser } from '../../data/session.tsx'

/** A version as it is being written. `desde` is a day and hour of the device's field; empty for «now». */
export type BorradorPolitica = { titulo: string; version: string; contenido: string; desde: string }

export const BORRADOR_VACIO: BorradorPolitica = { titulo: '', version: '', contenido: '', desde: '' }

const TABLE = 'politicas_legales'
const COPY = 'borrador-legal'

/** Every version in force or past, newest first. */
export function usePoliticas() {
  return useQuery({
    queryKey: [TABLE, 'administración'],
    queryFn: ({ signal }) =>
      ask(
        (db) =>
          db
            .from(TABLE)
            .select('id, titulo, version, contenido, publicada_en')
            .order('publicada_en', { ascending: false }),
        { signal },
      ),
  })
}

/** Publishes a version: from then on nobody can change it. */
export function usePublishPolitica() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ titulo, version, contenido, desde }: BorradorPolitica) =>
      // Without asking for the row: one that waits for its day cannot be read yet.
      ask((db) =>
        db.from(TABLE).insert({
          titulo: titulo.trim(),
          version: version.trim(),
          contenido: contenido.trim(),
          ...(desde && { publicada_en: new Date(desde).toISOString() }),
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [TABLE] }),
  })
}

/** What is missing or wrong, in words, for each field. */
export function checkPolitica({ titulo, version, contenido, desde }: BorradorPolitica) {
  return {
    ...(!titulo.trim() && { titulo: 'Escribe el título.' }),
    ...(!version.trim() && { version: 'Escribe la versión, por ejemplo 1.1.' }),
    ...(!contenido.trim() && { contenido: 'Escribe el texto.' }),
    ...(desde && Number.isNaN(Date.parse(desde)) && { desde: 'Elige el día y la hora.' }),
  }
}

/** Why a version was not published, in words. */
export function motivoOf(failure: unknown, version: string): string | null {
  const code = failure instanceof ServiceError ? failure.code : ''
  if (code === '23505') return `Ya existe la versión ${version.trim()}. Elige otro número.`
  if (code === '23514') {
    return 'El texto no se puede publicar: quita scripts, formularios, estilos o enlaces que ejecuten algo, o acórtalo.'
  }
  return null
}

/** The version that is being written, kept on the device until it is published. */
export function usePoliticaBorrador() {
  const { id: userId } = useUser()
  const draft = useBorrador('política', BORRADOR_VACIO)
  const [borrador, change] = draft
  const isEmpty = borrador === BORRADOR_VACIO

  // Versions before kept it as a copy.
  useEffect(() => {
    if (!isEmpty) return
    void readCopy<BorradorPolitica>(userId, COPY).then((earlier) => {
      if (!earlier) return
      if (earlier.titulo || earlier.contenido) change(earlier)
      return dropCopy(userId, COPY)
    })
  }, [userId, isEmpty, change])

  return draft
}
