import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import { buttonClass } from './Button.tsx'

type FloatingButtonProps = {
  /** What it leads to, further down on the page. */
  target: RefObject<Element | null>
  onClick: () => void
  icon: ReactNode
  /** What it says where it is only a drawing. */
  label?: string
  children?: ReactNode
}

/**
 * In one column, the way to a form that stands below a list: above the foot, until she has come as far as the form, so that it covers
 * neither that nor the end of the page. On a screen as low as a page at 400 % it stands where it is written.
 */
export function FloatingButton({ target, onClick, icon, label, children }: FloatingButtonProps) {
  const [reached, setReached] = useState(false)
  useEffect(() => {
    if (!target.current) return
    // Reached in the upper half: of one that begins below, hardly a field is seen.
    const watch = new IntersectionObserver(
      ([entry]) => setReached(entry!.isIntersecting || entry!.boundingClientRect.top < 0),
      { rootMargin: '0px 0px -50% 0px' },
    )
    watch.observe(target.current)
    return () => watch.disconnect()
  }, [target])
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => {
        // While the list above is on its way, the form is not drawn yet (`in-turn`): it must be, to be scrolled to and to hold the focus.
        target.current?.setAttribute('data-asked', '')
        onClick()
      }}
      className={buttonClass({
        className: cx(
          'fixed right-4 bottom-[calc(var(--abajo)+12px)] z-10 min-h-13 rounded-full shadow-black/25 shadow-lg md:right-22 md:bottom-[calc(var(--abajo)+22px)] lg:hidden print:hidden',
          'baja:static baja:justify-self-start baja:shadow-none',
          label ? 'size-14 p-0' : 'pr-5 pl-4.5',
          reached && 'not-baja:invisible',
        ),
      })}
    >
      {icon}
      {children}
    </button>
  )
}
