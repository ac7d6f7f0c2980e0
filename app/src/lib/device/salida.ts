import { forgetForms } from './tab.ts'

/** The mark that she left this tab by quick exit; `public/antes.js` and `umbral/first.ts` leave it too. */
export const LEFT_KEY = 'salida'

/**
 * When somebody last left this device by quick exit, until that is obeyed: what was being typed in a dialog then has ended
 * (`data/borrador.ts`). The page that is left goes before it could take anything off the device itself.
 */
export const CUT_KEY = 'corte'

/** Notes that she leaves: for this tab, for what it holds of forms, and for what she was typing in dialogs. */
export function markLeft(): void {
  try {
    localStorage.setItem(CUT_KEY, String(Date.now()))
    sessionStorage.setItem(LEFT_KEY, '1')
    forgetForms()
  } catch {
    // Without storage the back button is not guarded, and nothing was kept; leaving itself still works.
  }
}

/** When that was; null where nobody has, or it is obeyed. */
export function readCut(): number | null {
  try {
    const at = localStorage.getItem(CUT_KEY)
    return at === null ? null : Number(at)
  } catch {
    return null
  }
}

/** It is obeyed. */
export function forgetCut(): void {
  localStorage.removeItem(CUT_KEY)
}

export function hasLeft(): boolean {
  try {
    return sessionStorage.getItem(LEFT_KEY) !== null
  } catch {
    return document.documentElement.classList.contains('cubierto')
  }
}

/** Whether the back button brought this page after she had left: nothing of it may be drawn. */
export function cameBackAfterLeaving(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return hasLeft() && entry?.type === 'back_forward'
}
