import { quickExit } from '../lib/device/quickExit.ts'
import { cx } from './cx.ts'

/** «Salir rápido»: one tap covers the screen and leaves for a neutral page. */
export function QuickExit({ className }: { className?: string }) {
  return (
    <button
      type="button"
      onClick={quickExit}
      data-libre
      className={cx(
        'min-h-11 shrink-0 whitespace-nowrap rounded-full border border-linea bg-superficie px-4 font-semibold text-sm',
        'text-tinta transition-colors duration-150 hover:border-linea-fuerte',
        className,
      )}
    >
      Salir rápido
    </button>
  )
}
