import { useCallback } from 'react'

/** A bar that stays while the page is scrolled: the header, the banners below it, a page's own line of help, the foot. */
export type Bar = '--cabeza' | '--avisos' | '--urgencias' | '--abajo'

/**
 * Tells the stylesheet how high a bar is that stays on screen (`styles/app.css`), so that nothing has to know what is in it: letters of
 * twice the size, a banner or the player make it higher, and on a screen as low as a page at 400 % it scrolls away and keeps nothing.
 *
 * @returns for the `ref` of the bar
 */
export function useBar(name: Bar): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (bar: HTMLElement | null) => {
      if (!bar) return
      const root = document.documentElement.style
      const measure = () => {
        const { display, position } = getComputedStyle(bar)
        // Hidden with what is around it, and soon back: a new value would have the whole page styled anew, twice.
        if (display !== 'none' && bar.getClientRects().length === 0) return
        const stays = ['fixed', 'sticky'].includes(position)
        root.setProperty(name, stays ? `${bar.getBoundingClientRect().height}px` : '0px')
      }
      measure()
      const watch = new ResizeObserver(measure)
      watch.observe(bar)
      // Whether it stays depends on the height of the window, which does not change its own.
      window.addEventListener('resize', measure)
      return () => {
        watch.disconnect()
        window.removeEventListener('resize', measure)
        root.removeProperty(name)
      }
    },
    [name],
  )
}
