import { type RefObject, useLayoutEffect } from 'react'
import { moveOff } from './sitio.ts'

/** What comes into its way while a notice is shown moves it at most this late. */
const LOOK_EVERY_MS = 150

/**
 * First the ways out, crosses and numbers of help; then what sends her alert; then any number that she may be about to call, and what she
 * is asked to mend.
 */
const LIBRE = [
  '[data-libre]',
  '[data-envia]',
  'a[href^="tel:"], [aria-invalid="true"], :is(input, textarea, select):focus',
]

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
    const look = () => {
      const { top, bottom, left, right, height } = element.getBoundingClientRect()
      if (height === 0) return
      const libre = LIBRE.map((group) =>
        [...within.querySelectorAll<HTMLElement>(group)]
          .map((one) => one.getBoundingClientRect())
          .filter((one) => one.width > 0 && one.right > left && one.left < right),
      )
      const now = moveOff({ top: top - moved, bottom: bottom - moved }, libre, roomFor(within))
      if (now === moved) return
      moved = now
      element.style.translate = `0 ${now}px`
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    window.addEventListener('scroll', look, { capture: true, passive: true })
    return () => {
      clearInterval(timer)
      window.removeEventListener('scroll', look, { capture: true })
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
  return { top: keeps('--cabeza'), bottom: clientHeight - keeps('--abajo') }
}
