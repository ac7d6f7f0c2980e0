import { ask } from '../api/ask.ts'
import { toServiceError } from '../api/errors.ts'
import { keysOf, type PushState, pushState, pushWorker, subscribePush } from '../device/push.ts'
import { loadConfig } from '../installation/config.ts'
import { deviceZona } from '../time/zona.ts'

export type RecordatoriosState = PushState

/** Neither this browser nor the service knows what time it is where she is: she has to say it. */
export class UnknownZona extends Error {}

const isUnknown = (failure: unknown) => toServiceError(failure).code === '22023'

async function ownRows(userId: string) {
  return ask((db) =>
    db.from('suscripciones_push').select('id, endpoint, zona_horaria, sesion').eq('user_id', userId),
  )
}

async function writeRow(userId: string, subscription: PushSubscription, zona: string): Promise<void> {
  await ask((db) =>
    db
      .from('suscripciones_push')
      .upsert(
        { user_id: userId, ...keysOf(subscription), zona_horaria: zona },
        { onConflict: 'user_id,endpoint' },
      ),
  )
}

/** What this device can do and does. Asks the browser alone, never her and never the service. */
export const recordatoriosState = (): Promise<RecordatoriosState> => pushState()

/**
 * Switches reminders on. Call it within a tap: this is the one place that asks for permission.
 *
 * @param zona where she is, by what she said of the time there; else this device's
 * @throws UnknownZona where that is not known; ServiceError when the service could not be told; DOMException when the browser's push
 *   service could not be reached. Reminders then stay off.
 */
export async function turnOnRecordatorios(
  userId: string,
  zona: string | null = deviceZona(),
): Promise<RecordatoriosState> {
  const permission = 'Notification' in window ? await Notification.requestPermission() : 'denied'
  const worker = await pushWorker()
  const { pushKey } = await loadConfig()
  if (!worker || !pushKey) return recordatoriosState().then((estado) => (pushKey ? estado : 'imposible'))
  if (permission !== 'granted') return permission === 'denied' ? 'bloqueado' : 'apagado'

  if (zona === null) throw new UnknownZona()
  const subscription = await subscribePush(worker, pushKey)
  try {
    await writeRow(userId, subscription, zona)
  } catch (failure) {
    await subscription.unsubscribe()
    throw isUnknown(failure) ? new UnknownZona() : failure
  }
  return 'encendido'
}

/** Switches reminders off: on the device first, which is what counts; then the service forgets it. */
export async function turnOffRecordatorios(userId: string): Promise<RecordatoriosState> {
  const subscription = await (await pushWorker())?.pushManager.getSubscription()
  if (subscription) {
    await subscription.unsubscribe()
    // If the service was not told, it removes the subscription at the first message that cannot be delivered.
    const row = (await ownRows(userId).catch(() => [])).find(
      ({ endpoint }) => endpoint === subscription.endpoint,
    )
    if (row) await ask((db) => db.from('suscripciones_push').delete().eq('id', row.id)).then(null, () => {})
  }
  return recordatoriosState()
}

/**
 * Makes device and service agree again, on each opening of the app, and once she has thrown others out: she may have travelled, or proven
 * anew who she is (reminders end with the session that asked for them, and with a new password), the service may have forgotten a device, and another woman may have used this one.
 */
export async function reconcile(userId: string): Promise<void> {
  const subscription = await (await pushWorker())?.pushManager.getSubscription()
  if (!subscription) return
  const row = (await ownRows(userId)).find(({ endpoint }) => endpoint === subscription.endpoint)
  if (!row) return void (await subscription.unsubscribe())
  // By the device's clock, which may be ahead, the token is over; whose session it is, it says all the same.
  const data = await ask((db) => db.auth.getClaims(undefined, { allowExpired: true }))
  const isOther = data !== null && row.sesion !== data.claims.session_id
  const zona = deviceZona() ?? row.zona_horaria
  if (zona === row.zona_horaria && !isOther) return
  try {
    await writeRow(userId, subscription, zona)
  } catch (failure) {
    // What she said of the time there goes on counting.
    if (!isUnknown(failure) || !isOther) throw failure
    await writeRow(userId, subscription, row.zona_horaria)
  }
}
