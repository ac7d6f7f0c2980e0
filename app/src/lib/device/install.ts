import { useSyncExternalStore } from 'react'
import { createStore } from '../store.ts'
import { isApple } from './apple.ts'

/** What Chromium fires instead of offering to install by itself (https://wicg.github.io/manifest-incubations/). */
type InstallPromptEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const offered = createStore<InstallPromptEvent | null>(null)

/**
 * Keeps the browser's own offer back, from before the first paint on: first she reads what an icon on a shared phone means,
 * then she decides.
 */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered.set(event as InstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => offered.set(null))
}

/** By what way the app can be installed here: the browser's offer, by hand on Apple's phones, or none. */
export type Via = 'navegador' | 'apple' | null

const onApple = () => (navigator as { standalone?: boolean }).standalone

/** Whether this page was opened from the icon. */
export const isStanding = (): boolean =>
  onApple() === true || matchMedia('(display-mode: standalone)').matches

function via(): Via {
  if (isStanding()) return null
  if (offered.get()) return 'navegador'
  // Only Apple's mobile browsers know `standalone` at all.
  return onApple() === false && isApple() ? 'apple' : null
}

/** How she can put the app on her home screen now; null where it is there already, or this browser has no way. */
export function useInstalable(): Via {
  return useSyncExternalStore(offered.subscribe, via)
}

/** Opens the browser's question. Only from within a tap, and never after an `await`. */
export function promptInstall(): void {
  const event = offered.get()
  // It can be asked once; a browser that would ask again fires the event again.
  offered.set(null)
  // Offered once already: the browser's own menu has it.
  event?.prompt().catch(() => {})
}
