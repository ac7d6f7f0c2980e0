import { inTab, onDevice } from './storage.ts'
import { forgetForms } from './tab.ts'

/** The mark that she left this tab by quick exit; `app/prerender/antes.ts` and `app/prerender/first.ts` leave it too. */
export const LEFT_KEY = 'salida'

/**
 * When somebody last left this device by quick exit, until that is obeyed: what was being typed in a dialog then has ended
 * (`lib/offline/drafts.ts`). The page that is left goes before it could take anything off the device itself.
 */
export const CUT_KEY = 'corte'

/** Notes that she leaves: for this tab, for what it holds of forms, and for what she was typing in dialogs. */
export function markLeft(): void {
  onDevice.setItem(CUT_KEY, String(Date.now()))
  inTab.setItem(LEFT_KEY, '1')
  forgetForms()
}

/** When that was; null where nobody has, or it is obeyed. */
export function readCut(): number | null {
  const at = onDevice.getItem(CUT_KEY)
  return at === null ? null : Number(at)
}

/** It is obeyed; one that she made meanwhile stays. */
export function forgetCut(at: number): void {
  if (readCut() === at) onDevice.removeItem(CUT_KEY)
}

export const hasLeft = () => inTab.getItem(LEFT_KEY) !== null

/** Whether the back button brought this page after she had left: nothing of it may be drawn. */
export function cameBackAfterLeaving(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return hasLeft() && entry?.type === 'back_forward'
}
