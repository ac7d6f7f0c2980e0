import { type RefObject, useLayoutEffect } from 'react'
import { moveOff } from './sitio.ts'

/** What comes into its way while a notice is shown moves it at most this late. */
const LOOK_EVERY_MS = 150

/**
 * Keeps a notice off everything marked `data-libre`, wherever the page is scrolled to while it is shown.
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
      const libre = [...within.querySelectorAll<HTMLElement>('[data-libre]')]
        .map((one) => one.getBoundingClientRect())
        .filter((one) => one.width > 0 && one.right > left && one.left < right)
      const now = moveOff({ top: top - moved, bottom: bottom - moved }, libre, {
        top: 0,
        bottom: document.documentElement.clientHeight,
      })
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
