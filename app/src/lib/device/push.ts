/**
 * Whether this device can be reached while no page is open: `imposible` in this browser, `instalar` first (iPhone and
 * iPad), `bloqueado` in the browser's settings, `apagado`, `encendido`.
 */
export type PushState = 'imposible' | 'instalar' | 'bloqueado' | 'apagado' | 'encendido'

/**
 * Whom the notices of this browser are for. Each has a worker of its own, and with it a subscription of its own: what a member's
 * session switches off when it ends is hers, and never the notices of a contact who uses the same browser.
 */
export type PushScope = '/' | '/confianza/'

/** A subscription in the words of the service's tables and functions. */
export type PushKeys = { endpoint: string; p256dh: string; auth: string }

function isAppleOutsideOfHome(): boolean {
  const apple =
    /iPad|iPhone|iPod/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  return apple && !matchMedia('(display-mode: standalone)').matches
}

const isPossible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The worker in charge of a scope, if there is one. */
export async function pushWorker(scope: PushScope = '/'): Promise<ServiceWorkerRegistration | null> {
  if (!isPossible()) return null
  const found = await navigator.serviceWorker.getRegistration(scope)
  return found && new URL(found.scope).pathname === scope ? found : null
}

/** What this device can do and does. Asks the browser alone, never a person and never the service. */
export async function pushState(scope: PushScope = '/'): Promise<PushState> {
  if (!isPossible()) return isAppleOutsideOfHome() ? 'instalar' : 'imposible'
  if (Notification.permission === 'denied') return 'bloqueado'
  const worker = await pushWorker(scope)
  // A member's worker comes with the app; a contact's comes when it is asked for.
  if (!worker) return scope === '/' ? (isAppleOutsideOfHome() ? 'instalar' : 'imposible') : 'apagado'
  return (await worker.pushManager.getSubscription()) ? 'encendido' : 'apagado'
}

/**
 * A new subscription. One for another server key, or of the device's previous user, cannot be used.
 *
 * @param key the public key by which push services know the server
 * @throws DOMException when the browser's push service could not be reached
 */
export async function subscribePush(
  worker: ServiceWorkerRegistration,
  key: string,
): Promise<PushSubscription> {
  await (await worker.pushManager.getSubscription())?.unsubscribe()
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

export function keysOf(subscription: PushSubscription): PushKeys {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! }
}
