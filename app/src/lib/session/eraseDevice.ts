import type { Session } from '@supabase/supabase-js'
import { inTab, onDevice, type SafeStorage } from '../device/storage.ts'
import { knownConfig } from '../installation/config.ts'
import { forgetLocked, holdKey, restoreMark } from '../offline/deviceKey.ts'
import { eraseStores, forgetAccount } from '../offline/deviceStore.ts'
import { CIERRE_KEY, SESSION_KEY } from './keys.ts'
import { closeHere, isLocked, readCierre, storedSession, writeCierre } from './sessionStorage.ts'

/*
 * What happens to this device when she leaves it. Everything is erased but a short list of what is nobody's: a page that
 * keeps something new on the device is covered without having to think of it.
 */

/**
 * Keys that say nothing about anybody: the server's public settings and emergency numbers, that the advice about shared phones was
 * read here, how the icon of the app looks and what it offers, that the first steps are not wanted here, that a session ended here, when quick exit ended
 * the drafts of dialogs, that our fonts were fetched, and that somebody who signed out has not been erased to the end.
 */
const NEUTRAL = new Set([
  'config',
  'consejos',
  'atajos',
  'icono',
  'pasos',
  'fin',
  'numeros',
  'corte',
  'letras',
  'resto',
])
/** A page that is closed in the middle of signing out leaves it: the next one goes on with erasing. */
const LEAVING_KEY = 'resto'
/** What a device with a PIN opens by, and calls for help: of a press too that it has not told yet (`begun.ts`). */
const OF_PIN = new Set([CIERRE_KEY, 'ficha', 'apuntes'])
/** The mark that guards the back button after a quick exit; see `quickExit.ts`. */
const EXIT_MARK = 'salida'
/** Files of the app's releases, the same for everybody; see `sw/appFiles.ts`. */
const PUBLIC_CACHES = 'app-'

function forgetKeys(storage: SafeStorage, stays: (key: string) => boolean): void {
  for (const key of storage.keys()) if (!stays(key)) storage.removeItem(key)
}

async function forgetCaches(): Promise<void> {
  for (const name of await caches.keys()) if (!name.startsWith(PUBLIC_CACHES)) await caches.delete(name)
}

/** What another app handed over to her is not offered to the next account (`sw/share.ts`, which holds it for some minutes). */
async function forgetShared(): Promise<void> {
  navigator.serviceWorker.controller?.postMessage('olvida')
}

/** Her notifications must not appear for the next person who uses this device. */
async function forgetNotices(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close()
}

/**
 * Erases everything on this device that is somebody's, in every store of the browser. Only alerts and saved
 * entries that have not arrived stay, sealed, until they have. The session itself is `forgetSession`'s: one that is just beginning
 * must survive this.
 *
 * @param tab true when somebody leaves within this tab, which then forgets too what it remembered for itself
 * @param drafts true when she herself pressed «Cerrar sesión»: what she was writing goes too, and the PIN. A session that ends by
 *   itself leaves it, sealed, for when she is back
 * @param ended true where her session has just ended on this page: with a PIN, what stays is behind it, and the page is locked at once
 * @returns once all is gone; what a browser refuses to erase it has refused to keep
 */
export async function eraseDevice({
  tab,
  drafts,
  ended = false,
}: {
  tab: boolean
  drafts: boolean
  ended?: boolean
}): Promise<void> {
  // Behind a PIN nobody has left: what is there waits for it. The browser may have lost the mark alone.
  if (!drafts && !storedSession() && !readCierre()) await restoreMark().catch(() => {})
  if (isLocked()) return
  const whole = drafts || onDevice.getItem(LEAVING_KEY) !== null
  const pin = readCierre() !== null
  if (pin && ended) {
    holdKey(null)
    closeHere(true)
  }
  forgetKeys(onDevice, (key) => NEUTRAL.has(key) || key.startsWith(SESSION_KEY) || (pin && OF_PIN.has(key)))
  if (tab) forgetKeys(inTab, (key) => key === EXIT_MARK)
  const stores = eraseStores({ drafts: whole }).then(async () => {
    // What stays, stays readable: where the device cannot open without a PIN, that stays too.
    if (pin && whole) await release().then(dropPin, () => {})
    forgetLeaving()
  })
  await Promise.allSettled([stores, forgetCaches(), forgetNotices(), forgetShared()])
}

/** Of a device with a PIN alone. */
const release = () => import('../offline/deviceLock.ts').then((lock) => lock.releaseStore())

/** From now on an erasing that does not come to its end goes on with the next page, as after «Cerrar sesión». */
export const noteLeaving = (): void => void onDevice.setItem(LEAVING_KEY, '1')
/** It has come to its end, or somebody is here again. */
export const forgetLeaving = (): void => onDevice.removeItem(LEAVING_KEY)

function dropPin(): void {
  // Somebody may have signed in meanwhile.
  const session = storedSession()
  for (const key of OF_PIN) onDevice.removeItem(key)
  writeCierre(null)
  if (session) onDevice.setItem(SESSION_KEY, JSON.stringify(session))
}

/**
 * Erases what still waits to be delivered for an account that has been deleted.
 *
 * @param session the one that ended here; its token still says whose it was
 * @returns whether the service said that the account is gone
 */
export async function forgetAccountIfDeleted({ access_token, user }: Session): Promise<boolean> {
  const config = knownConfig()
  if (!config) return false
  const headers = { apikey: config.anonKey, authorization: `Bearer ${access_token}` }
  // Without an answer nobody said that the account is gone, and what waits stays.
  const answer = await fetch(`${config.supabaseUrl}/auth/v1/user`, { headers }).catch(() => null)
  // A proxy's page says nothing about accounts.
  const body = (await answer?.json().catch(() => null)) as { code?: unknown; error_code?: unknown } | null
  if (answer?.status !== 403 || (body?.error_code ?? body?.code) !== 'user_not_found') return false
  // A browser that refuses its store has kept nothing there.
  await forgetAccount(user.id).catch(() => {})
  if (readCierre()?.owner === user.id) {
    await forgetLocked().catch(() => {})
    dropPin()
  }
  return true
}
