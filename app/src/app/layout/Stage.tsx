import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { loadFonts, wearLoadedFonts } from '../../lib/device/fonts.ts'
import { whenIdleAfterPaint } from '../../lib/device/painted.ts'
import { findRoute, tabTitle } from '../routing.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'

/** The current screen, whichever shell it stands in: where she signs out or in, one Stage ends and another begins. */
let shown: string | null = null

/**
 * What every change of route needs: a discreet tab title, the top of the page, and focus on what is new. What stands in it until the code
 * of the screen has come carries `data-coming`.
 */
export function Stage({ children, className }: { children: ReactNode; className?: string }) {
  const { pathname } = useLocation()
  const arrivedBy = useNavigationType()
  const main = useRef<HTMLElement>(null)

  useEffect(
    () =>
      whenIdleAfterPaint(() => {
        // A page that was opened by a link leaves nothing on the device, and has no next screen.
        if (findRoute(location.pathname)?.alone) return
        void loadFonts()
      }),
    [],
  )
  useLayoutEffect(() => {
    if (shown !== null && shown !== pathname) wearLoadedFonts()
  }, [pathname])
  useEffect(() => {
    document.title = tabTitle(pathname)
    const before = shown
    shown = pathname
    if (before === null || before === pathname) return
    main.current?.focus({ preventScroll: true })
    if (arrivedBy !== 'POP') window.scrollTo(0, 0)
  }, [pathname, arrivedBy])

  return (
    <main ref={main} id="contenido" tabIndex={-1} className={className}>
      <ScreenBoundary key={pathname}>{children}</ScreenBoundary>
    </main>
  )
}
