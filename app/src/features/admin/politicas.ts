import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../data/ask.ts'
import { keepCopy, readCopy } from '../../data/device.ts'
import { ServiceError } from '../../data/errors.ts'

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

/** Keeps what is being written on this device, sealed. */
export function saveBorrador(userId: string, borrador: BorradorPolitica): Promise<void> {
  return keepCopy(userId, COPY, borrador)
}

export function readBorrador(userId: string): Promise<BorradorPolitica | null> {
  return readCopy<BorradorPolitica>(userId, COPY)
}
