import { knownConfig, loadConfig } from '../lib/installation/config.ts'
import { isLocked, storedSession } from '../lib/session/sessionStorage.ts'
import { MemberShell } from './AppRoutes.tsx'
import { findRoute, redirectFor } from './routing.ts'

export const loadLockedApp = () => import('./layout/LockedApp.tsx')

/** Longer than this nothing is waited for in silence: the app, once drawn, says what it waits for. */
const PATIENCE_MS = 2_000

/**
 * The code of the screen that this address opens, asked for all at once. With it the first thing that is
 * drawn is the screen itself, and not what stands for it, twice, for 300 ms each. Resolves once it is there, once it is known not to
 * come, or after two seconds.
 */
export function codeOfFirstScreen(): Promise<void> {
  if (isLocked()) return Promise.race([loadLockedApp().then(done, done), patience()])
  const signedIn = storedSession() !== null
  const path = redirectFor(location.pathname, signedIn) ?? location.pathname
  const route = findRoute(path)
  const code = [route?.screen.preload(), signedIn && !route?.alone && MemberShell.preload()]
  // Asked for only with her contacts it would stand behind all that comes after the first frame, and they behind it.
  if (signedIn && !route?.alone && !knownConfig()) void loadConfig().catch(() => {})
  // What did not come is asked for again where it is drawn, and what became of it is said there.
  const arrived = Promise.all(code).then(done, done)
  return Promise.race([arrived, patience()])
}

const patience = () => new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))

const done = () => {}
