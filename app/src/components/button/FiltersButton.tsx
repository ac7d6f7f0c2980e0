import { SlidersHorizontal } from 'lucide-react'
import { cx } from '../cx.ts'
import { buttonClass } from './Button.tsx'

type FiltersButtonProps = {
  /** The id of what it unfolds. */
  controls: string
  open: boolean
  /** How many filters are set: folded away, they still say that they are there. */
  active: number
  onOpenChange: (open: boolean) => void
}

/** On a phone, unfolds the filters of a list beside its search field. On a wide screen they are always there. */
export function FiltersButton({ controls, open, active, onOpenChange }: FiltersButtonProps) {
  return (
    <button
      type="button"
      aria-label={active > 0 ? `Filtros, ${active === 1 ? '1 elegido' : `${active} elegidos`}` : undefined}
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => onOpenChange(!open)}
      className={buttonClass({
        look: 'secondary',
        className: cx('min-h-12 grow-0 px-3.5 md:hidden', (open || active > 0) && 'bg-jacaranda-suave'),
      })}
    >
      <SlidersHorizontal aria-hidden="true" className="size-5 shrink-0" />
      Filtros
      {active > 0 && (
        <span className="grid min-w-6 place-items-center rounded-full bg-jacaranda px-1.5 font-bold text-sm text-sobre-jacaranda tabular-nums">
          {active}
        </span>
      )}
    </button>
  )
}
