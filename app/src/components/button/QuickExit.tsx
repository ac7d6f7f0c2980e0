import { quickExit } from '../../lib/device/quickExit.ts'
import { brand } from '../../lib/installation/brand.ts'
import { cx } from '../cx.ts'

/** «Salir rápido»: one tap covers the screen and leaves for a neutral page. */
export function QuickExit({ className }: { className?: string }) {
  const look = cx(
    'inline-flex min-h-11 shrink-0 items-center justify-center whitespace-nowrap rounded-full border border-linea bg-superficie px-4 font-semibold text-sm',
    'text-tinta transition-colors duration-150 hover:border-linea-fuerte',
    className,
  )
  // On a prerendered page a link, which leads away without any script, and better with the page's first one (`app/prerender/first.ts`).
  if (import.meta.env.SSR) {
    return (
      <a href={brand.offlineExitPath} className={cx('salir', look)}>
        Salir rápido
      </a>
    )
  }
  return (
    <button type="button" onClick={quickExit} className={look}>
      Salir rápido
    </button>
  )
}
