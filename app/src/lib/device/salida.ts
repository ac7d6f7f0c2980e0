/** The mark that she left this tab by quick exit; `public/antes.js` and `umbral/first.ts` leave it too. */
export const LEFT_KEY = 'salida'

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
