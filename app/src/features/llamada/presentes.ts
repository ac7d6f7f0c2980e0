import { ask } from '../../lib/api/ask.ts'
import { within } from '../../lib/api/deadline.ts'

export type Presente = { id: string; userId: string; nombre: string; foto: string | null }

/**
 * Enters a call by the last part of its address.
 *
 * @returns the id of her stay in it
 * @throws ServiceError PT404 ended, PT409 full, PT403 suspended
 */
export function enterLlamada(codigo: string): Promise<string> {
  return ask((db) => db.rpc('entrar_llamada', { codigo }))
}

/** Who is in the call, with the names of the chat; herself included. */
export function fetchPresentes(): Promise<Presente[]> {
  return within('usual', async (signal) => {
    const rows = await ask((db) => db.from('presentes_llamada').select('id, user_id'), { signal })
    const names = await ask(
      (db) =>
        db
          .from('profiles')
          .select('id, username, foto_url')
          .in(
            'id',
            rows.map(({ user_id }) => user_id),
          ),
      { signal },
    )
    return rows.map(({ id, user_id }) => {
      const perfil = names.find((name) => name.id === user_id)
      return { id, userId: user_id, nombre: perfil?.username || 'Anónimo', foto: perfil?.foto_url ?? null }
    })
  })
}

/** Says that she is still there. @returns false once her stay has ended or was replaced by one elsewhere */
export function stayInLlamada(id: string): Promise<boolean> {
  return within('usual', async (signal) => {
    const rows = await ask(
      (db) =>
        db.from('presentes_llamada').update({ visto_en: new Date().toISOString() }).eq('id', id).select('id'),
      { signal },
    )
    return rows.length > 0
  })
}

/** Leaves the call. If this does not arrive, her stay ends by itself after 45 seconds without a sign of life. */
export async function leaveLlamada(id: string): Promise<void> {
  // Nobody is there any more to be told.
  await ask((db) => db.from('presentes_llamada').delete().eq('id', id)).catch(() => {})
}
