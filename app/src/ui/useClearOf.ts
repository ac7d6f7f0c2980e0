import { type RefObject, useLayoutEffect } from 'react'
import { isAboutToPress, isPressing, lastPressed } from './press.ts'
import { moveOff } from './sitio.ts'

/** What glides into its way, and tells nobody, moves it at most this late; whatever else comes does so before it is drawn. */
const LOOK_EVERY_MS = 150

/**
 * First the ways out, crosses and numbers of help; then what sends her alert or ends it; then what the notice speaks of: what failed and is tried
 * again, the ways on beside that, what it is closed with, what she is asked to mend or is writing, what she pressed; then any number that she may be about to call; last what the screen itself says of it.
 */
const LIBRE = [
  '[data-libre]',
  '[data-envia], [data-alerta]',
  '[role="alert"] :is(a, button), [role="alert"] ~ :is(a, button), :is(a, button):has(~ [role="alert"]), [data-reintenta], [data-cierra], [aria-invalid="true"], :is(input, textarea, select):focus',
  'a[href^="tel:"]',
  '[role="alert"]:not(:empty)',
]
/** Which of them what she pressed belongs to; not every browser gives it the focus. */
const SPOKEN_OF = 2

/**
 * Keeps a notice off everything that must stay free, wherever the page is scrolled to while it is shown.
 *
 * @param notice what is moved; its own size does not change with the movement
 * @param within where to look: behind a dialog nothing can be pressed anyway
 * @param shown another one for each notice; null while there is none
 */
export function useClearOf(notice: RefObject<HTMLElement | null>, within: HTMLElement, shown: unknown): void {
  useLayoutEffect(() => {
    const element = notice.current
    if (!element || shown === null) return
    let moved = 0
    let placed = false
    const spokenOf = lastPressed()
    const look = () => {
      // One that comes under her finger takes no press that she began on what was there.
      const isArriving = !placed || element.hasAttribute('data-arriving')
      element.toggleAttribute('data-arriving', isArriving && isAboutToPress())
      if (isPressing() && placed) return
      placed = true
      const { top, bottom, left, right, height } = element.getBoundingClientRect()
      if (height === 0) return
      const libre = LIBRE.map((group, index) =>
        [
          ...within.querySelectorAll(group),
          ...(index === SPOKEN_OF && spokenOf && within.contains(spokenOf) ? [spokenOf] : []),
        ]
          // Its own buttons move with it.
          .filter((one) => !element.contains(one))
          .map((one) => one.getBoundingClientRect())
          .filter((one) => one.width > 0 && one.right > left && one.left < right),
      )
      const now = moveOff({ top: top - moved, bottom: bottom - moved }, libre, roomFor(within))
      if (now === moved) return
      moved = now
      element.style.translate = `0 ${now}px`
    }
    look()
    // Where a panel has just closed, the notice comes out of it a moment after this. Moved before it is drawn, it is seen in one place alone,
    // and takes no tap that was meant for what is below it.
    const changes = new MutationObserver(look)
    changes.observe(within, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'hidden'] })
    const timer = setInterval(look, LOOK_EVERY_MS)
    window.addEventListener('scroll', look, { capture: true, passive: true })
    // A sheet that rises stands where its cross will be from here on.
    window.addEventListener('animationend', look, true)
    window.addEventListener('resize', look)
    return () => {
      changes.disconnect()
      clearInterval(timer)
      window.removeEventListener('resize', look)
      window.removeEventListener('scroll', look, { capture: true })
      window.removeEventListener('animationend', look, true)
      element.style.translate = ''
    }
  }, [notice, within, shown])
}

/** Between the bars that stay, which a dialog lies over. */
function roomFor(within: HTMLElement) {
  const { clientHeight } = document.documentElement
  if (within !== document.body) return { top: 0, bottom: clientHeight }
  const style = getComputedStyle(document.documentElement)
  const keeps = (bar: string) => Number.parseFloat(style.getPropertyValue(bar)) || 0
  return { top: keeps('--tapado'), bottom: clientHeight - keeps('--abajo') }
}
