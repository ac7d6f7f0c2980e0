import { ask } from '../../lib/api/ask.ts'
import { isDuplicate } from '../../lib/api/errors.ts'
import type { Mensaje } from './lineas.ts'

/** What a circle shows of an author. */
export type Autora = { username: string | null; foto_url: string | null }

export type MensajeConAutora = Mensaje & { profiles: Autora | null }

export const PAGINA = 50
/** The most ids that are compared when a circle checks what was deleted meanwhile. */
export const REVISION = 500

const COLUMNS = 'id, sala_id, user_id, contenido, creado_en, profiles(username, foto_url)'

/** The last page of a circle, or the page before a message; oldest first. */
export async function fetchPage(salaId: string, before?: Mensaje): Promise<MensajeConAutora[]> {
  const rows = await ask((db) => {
    let page = db.from('mensajes_sala').select(COLUMNS).eq('sala_id', salaId)
    if (before) {
      const { creado_en: at, id } = before
      page = page.or(`creado_en.lt."${at}",and(creado_en.eq."${at}",id.lt.${id})`)
    }
    return page.order('creado_en', { ascending: false }).order('id', { ascending: false }).limit(PAGINA)
  })
  return rows.reverse()
}

/** What was written in a circle from a moment on, in order, a few pages at most at once. */
export function fetchSince(salaId: string, moment: string): Promise<MensajeConAutora[]> {
  return ask((db) =>
    db
      .from('mensajes_sala')
      .select(COLUMNS)
      .eq('sala_id', salaId)
      .gte('creado_en', moment)
      .order('creado_en', { ascending: true })
      .order('id', { ascending: true })
      .limit(PAGINA * 4),
  )
}

/** Which messages a circle has from a moment on, and whose they are now, in order, at most {@link REVISION}. */
export function fetchExisting(
  salaId: string,
  moment: string,
): Promise<Pick<Mensaje, 'id' | 'creado_en' | 'user_id'>[]> {
  return ask((db) =>
    db
      .from('mensajes_sala')
      .select('id, creado_en, user_id')
      .eq('sala_id', salaId)
      .gte('creado_en', moment)
      .order('creado_en', { ascending: true })
      .order('id', { ascending: true })
      .limit(REVISION),
  )
}

/**
 * Writes a message. Being called twice with the same id writes it once: an answer that was lost on its way back is no
 * reason to say anything twice.
 *
 * @returns the message as the circle has it
 */
export async function insertMensaje({ id, sala_id, user_id, contenido }: Mensaje): Promise<Mensaje> {
  const columns = 'id, sala_id, user_id, contenido, creado_en'
  try {
    return await ask((db) =>
      db
        .from('mensajes_sala')
        .insert({ id, sala_id, user_id, contenido, tipo: 'texto' })
        .select(columns)
        .single(),
    )
  } catch (failure) {
    if (!isDuplicate(failure)) throw failure
    return ask((db) => db.from('mensajes_sala').select(columns).eq('id', id).single())
  }
}

/** Deletes a message: one's own, or any for the admin. One that is gone already is no failure. */
export async function deleteMensaje(id: string): Promise<void> {
  await ask((db) => db.from('mensajes_sala').delete().eq('id', id))
}

/** Names and photos of authors, by id. */
export async function fetchAutoras(ids: string[]): Promise<Map<string, Autora>> {
  const rows = await ask((db) => db.from('profiles').select('id, username, foto_url').in('id', ids))
  return new Map(rows.flatMap(({ id, ...autora }) => (id ? [[id, autora]] : [])))
}
