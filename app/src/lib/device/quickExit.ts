import { brand } from '../installation/brand.ts'
import { knownConfig } from '../installation/config.ts'
import { cameBackAfterLeaving, hasLeft, LEFT_KEY, markLeft } from './salida.ts'
import { countShift, noShift, SHIFT_EVENTS, SHIFT_PRESSES, SHIFT_WINDOW_MS } from './shift.ts'
import { inTab } from './storage.ts'

/*
 * Quick exit, after the GOV.UK "Exit this page" component: cover first, leave second, and leave nothing
 * behind the back button. It is plain DOM on purpose: it must work while React is busy, broken or not yet there.
 */

/** How long a network is given to show that it is there; the screen is empty meanwhile. */
const PROBE_MS = 1_200
/** How long the page outside is given where the server has answered: on a slow connection a new host takes four times as long. */
const OUTSIDE_MS = 4_000

/** Leaves now: empties the screen within this very task, then replaces the page with a neutral one. */
export function quickExit(): void {
  document.documentElement.classList.add('cubierto')
  document.body.replaceChildren()
  document.title = ' '
  markLeft()
  const to = knownConfig()?.exitUrl || brand.exitUrl
  // Where pages are built for another host the setting is as somebody typed it: what is no address cannot be asked about.
  void answers(to).then((there) => (there ? location.replace(to) : leaveInside()), leaveInside)
}

/**
 * Whether the page outside can be reached, which `onLine` only knows when nothing can: an address without an answer would end on the
 * browser's own page, with ours one step back. The server's answer alone does not tell (one in the local network answers without an
 * internet), it only buys time for the other. Any answer will do; the service worker gives none to a HEAD.
 */
function answers(address: string): Promise<boolean> {
  if (!navigator.onLine) return Promise.resolve(false)
  return new Promise((resolve) => {
    let server: boolean | undefined
    let mayNotAsk = false
    // Who serves the pages may forbid to ask outside, and a redirect to yet another host is forbidden: then the server's answer must do.
    document.addEventListener('securitypolicyviolation', () => {
      mayNotAsk = true
      if (server !== undefined) resolve(server)
    })
    const ask = (url: string, mode: RequestMode) =>
      fetch(url, { method: 'HEAD', mode, cache: 'no-store', credentials: 'omit' }).then(
        () => true,
        () => false,
      )
    void ask(new URL('/robots.txt', address).href, 'no-cors').then((there) => {
      // The browser tells of what it forbade in a task of its own, perhaps after this one.
      if (there) resolve(true)
      else setTimeout(() => mayNotAsk || resolve(false))
    })
    void ask('/robots.txt', 'same-origin').then((there) => {
      server = there
      if (mayNotAsk) resolve(there)
    })
    setTimeout(() => server || resolve(false), PROBE_MS)
    setTimeout(resolve, OUTSIDE_MS, false)
  })
}

/** The neutral page that the device keeps; where it keeps none, the beginning of it in the place of this one. */
async function leaveInside(): Promise<void> {
  const kept = await globalThis.caches?.match(brand.offlineExitPath).catch(() => undefined)
  if (kept) return location.replace(brand.offlineExitPath)
  history.replaceState(null, '', brand.offlineExitPath)
  document.title = 'Medidas de cocina'
  const title = document.createElement('h1')
  title.textContent = document.title
  const text = document.createElement('p')
  text.textContent =
    'Una taza de harina: 125 g. Una de azúcar: 200 g. Una de arroz: 190 g. Una cucharada: 15 ml.'
  document.body.replaceChildren(title, text)
  document.documentElement.classList.remove('cubierto')
}

/**
 * Keeps what she left from coming back with the back button. `location.replace` takes away the last page only; the
 * pages she visited before it are still in the tab's history, so on arriving at one of them by going back, the
 * neutral page is put in its place as well, before anything is drawn.
 *
 * @returns true when this load must draw nothing
 */
export function returnedByBackButton(): boolean {
  if (!hasLeft()) return false
  if (!cameBackAfterLeaving()) {
    inTab.removeItem(LEFT_KEY)
    return false
  }
  quickExit()
  return true
}

/**
 * Watches for the Shift key pressed three times, everywhere in the app, and for a page brought back from the
 * browser's memory after she left.
 *
 * @param onCount told each count, so that the button can show and say how many presses are left
 * @returns how to stop watching
 */
export function watchQuickExit(onCount: (presses: number) => void): () => void {
  let count = noShift
  let forget: ReturnType<typeof setTimeout> | undefined

  const onEvent = (event: Event) => {
    const next = countShift(count, event)
    if (next.presses === SHIFT_PRESSES) return quickExit()
    if (next.presses !== count.presses) {
      onCount(next.presses)
      clearTimeout(forget)
      forget = setTimeout(() => {
        count = noShift
        onCount(0)
      }, SHIFT_WINDOW_MS)
    }
    count = next
  }
  // A page that she left before pressing exit may be in the back/forward cache and come back unchanged, without a load.
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted && hasLeft()) quickExit()
  }

  const early = { capture: true, passive: true }
  for (const type of SHIFT_EVENTS) window.addEventListener(type, onEvent, early)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    clearTimeout(forget)
    for (const type of SHIFT_EVENTS) window.removeEventListener(type, onEvent, early)
    window.removeEventListener('pageshow', onPageShow)
  }
}
