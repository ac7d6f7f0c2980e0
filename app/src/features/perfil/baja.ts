import { ask } from '../../lib/api/ask.ts'
import { toServiceError } from '../../lib/api/errors.ts'
import { forgetAccount } from '../../lib/offline/deviceStore.ts'
import { alertaShown, llegadasShown } from '../../lib/session/fingidas.ts'
import { PruebaCancelada, withPrueba } from '../../lib/session/prueba.ts'
import { beginSignOut, forgetUnfinished, noteUnfinished } from '../../lib/session/sessionEnd.ts'
import { nombresOfFotos } from './foto.ts'

/**
 * What becomes of her published anonymous stories: `retirar`, they come down within two days, each at a moment of its own; `dejar`,
 * they stay, and nothing says any more whose they are.
 */
export type HistoriasAnonimas = 'retirar' | 'dejar'

/** It was asked for, and neither the answer came nor any word of whether she still has an account. */
export class BajaIncierta extends Error {
  override name = 'BajaIncierta'
}

/** An alert of hers is open, or a timer runs: what deleting does to them is hers to know before. */
export class HayAbiertas extends Error {
  override name = 'HayAbiertas'
  constructor(
    readonly alerta: boolean,
    readonly llegadas: number,
  ) {
    super('an alert is open, or a timer runs')
  }
}

/** Whose account may be gone already: what ends then is not said to have changed nothing. */
let incierta: string | null = null

/**
 * Deletes her account with all that is hers. Pressing it again after a connection that broke ends the same way.
 *
 * @param historias what she chose for her anonymous stories
 * @param conAbiertas whether she wants it although an alert is open or a timer runs
 * @returns when it takes effect, where that is a day later since no password of hers has proven her; null: it is gone
 * @throws HayAbiertas before anything was deleted; ServiceError when it was not deleted; BajaIncierta when nobody can tell; PruebaCancelada when she did not say who she is
 */
export async function deleteCuenta(
  userId: string,
  historias: HistoriasAnonimas,
  conAbiertas = false,
): Promise<Date | null> {
  if (incierta === userId) {
    // That her session is refused now is no end of it that somebody else made.
    beginSignOut()
    if (await isGone()) return null
  } else noteUnfinished('baja', userId)
  let asked = false
  try {
    const despues = await withPrueba(() => ask((db) => db.rpc('eliminar_mi_cuenta', { ensayo: true })))
    // Until here she had her account; from here on it may be gone, whatever the answer.
    incierta = null
    forgetUnfinished()
    if (!conAbiertas) await refuseWithAbiertas()
    if (despues) {
      const cuando = await ask((db) => db.rpc('eliminar_mi_cuenta', { historias_anonimas: historias }))
      return new Date(cuando ?? despues)
    }
    beginSignOut()
    // The database takes the rows of files along; their bytes go at once only through the storage API.
    const fotos = await nombresOfFotos(userId)
    if (fotos.length > 0) await ask((db) => db.storage.from('profiles').remove(fotos))
    asked = true
    await ask((db) => db.rpc('eliminar_mi_cuenta', { historias_anonimas: historias }))
    return null
  } catch (failure) {
    // Who is asked for a proof has her account.
    const gone = failure instanceof PruebaCancelada || failure instanceof HayAbiertas ? false : await isGone()
    if (gone) return null
    if (gone === false) {
      incierta = null
      forgetUnfinished()
    }
    if (gone === false || (!asked && incierta !== userId)) throw failure
    incierta = userId
    noteUnfinished('baja incierta', userId)
    throw new BajaIncierta('nobody has said', { cause: failure })
  }
}

async function refuseWithAbiertas(): Promise<void> {
  const [alertas, llegadas] = await Promise.all([
    ask((db) =>
      db
        .from('alertas')
        .select('id, cliente_id, estado, motivo, con_pin, sale_en, cerrada_en')
        .neq('estado', 'cerrada')
        .neq('origen', 'simulacro'),
    ),
    ask((db) => db.from('llegadas').select('id, estado, vence_en').eq('estado', 'activa')),
  ])
  // As her screens show them.
  const abiertas = alertas.filter((alerta) => (alertaShown(alerta)?.estado ?? 'cerrada') !== 'cerrada')
  const activas = llegadasShown(llegadas).length
  if (abiertas.length > 0 || activas > 0) throw new HayAbiertas(abiertas.length > 0, activas)
}

/** Whether the account is gone: its answer may have been lost on the way, or another tab was quicker. Null where nobody says. */
async function isGone(): Promise<boolean | null> {
  return ask((db) => db.auth.getUser()).then(
    () => false,
    (failure) => (toServiceError(failure).code === 'user_not_found' ? true : null),
  )
}

/** Erases on this device what belongs to an account that is no more; a device that refuses has nothing readable left. */
export async function forgetDeletedCuenta(userId: string): Promise<void> {
  beginSignOut()
  // A browser that refuses its store has kept nothing there.
  await forgetAccount(userId).catch(() => {})
}
