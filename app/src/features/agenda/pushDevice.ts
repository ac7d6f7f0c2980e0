import { ask } from '../../data/ask.ts'
import { loadConfig } from '../../lib/installation/config.ts'

/**
 * Whether this device can be reached while the app is closed: `imposible` in this browser, `instalar` first (iPhone and
 * iPad), `bloqueado` by her in the browser's settings, `apagado`, `encendido`.
 */
export type RecordatoriosState = 'imposible' | 'instalar' | 'bloqueado' | 'apagado' | 'encendido'

const _TIME_LIMIT_MS = 10_000

const zona = () => Intl.DateTimeFormat().resolvedOptions().timeZone

function isAppleOutsideOfHome(): boolean {
  const apple =
    /iPad|iPhone|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  return apple && !matchMedia('(display-mode: standalone)').matches
}

async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}

function keysOf(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }
}

async function ownRows(userId: string) {
  return ask((db) =>
    db.from('suscripciones_push').select('id, endpoint, zona_horaria, sesion').eq('user_id', userId),
  )
}

async function writeRow(userId: string, subscription: PushSubscription): Promise<void> {
  await ask((db) =>
    db
      .from('suscripciones_push')
      .upsert(
        { user_id: userId, ...keysOf(subscription), zona_horaria: zona() },
        { onConflict: 'user_id,endpoint' },
      ),
  )
}

/** What this device can do and does. Asks the browser alone, never her and never the service. */
export async function recordatoriosState(): Promise<RecordatoriosState> {
  const worker = await registration()
  if (!worker) return isAppleOutsideOfHome() ? 'instalar' : 'imposible'
  if (Notification.permission === 'denied') return 'bloqueado'
  return (await worker.pushManager.getSubscription()) ? 'encendido' : 'apagado'
}

/**
 * Switches reminders on. Call it within a tap: this is the one place that asks for permission.
 *
 * @throws ServiceError when the service could not be told; DOMException when the browser's push service could not be
 *   reached. Reminders then stay off.
 */
export async function turnOnRecordatorios(userId: string): Promise<RecordatoriosState> {
  const permission = 'Notification' in window ? await Notification.requestPermission() : 'denied'
  const worker = await registration()
  const { pushKey } = await loadConfig()
  if (!worker || !pushKey) return recordatoriosState().then((estado) => (pushKey ? estado : 'imposible'))
  if (permission !== 'granted') return permission === 'denied' ? 'bloqueado' : 'apagado'

  // A subscription for another server key, or of the member who used this device before, cannot be used.
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  })
  try {
    await writeRow(userId, subscription)
  } catch (failure) {
    await subscription.unsubscribe()
    throw failure
  }
  return 'encendido'
}

/** Switches reminders off: on the device first, which is what counts; then the service forgets it. */
export async function turnOffRecordatorios(userId: string): Promise<RecordatoriosState> {
  const subscription = await (await registration())?.pushManager.getSubscription()
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
 * Makes device and service agree again, on each opening of the app: she may have travelled, or proven anew who she is (reminders
 * end with the session that asked for them), the service may have forgotten a device, and another woman may have used this one.
 */
export async function reconcile(userId: string): Promise<void> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (!subscription) return
  const row = (await ownRows(userId)).find(({ endpoint }) => endpoint === subscription.endpoint)
  if (!row) return void (await subscription.unsubscribe())
  const data = await ask((db) => db.auth.getClaims())
  const isOther = data !== null && row.sesion !== data.claims.session_id
  if (row.zona_horaria !== zona() || isOther) await writeRow(userId, subscription)
}
