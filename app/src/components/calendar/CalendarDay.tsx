import { memo } from 'react'
import { type Fecha, fromFecha, longFechaWithDia } from '../../lib/time/fechas.ts'
import { cx } from '../cx.ts'
import type { Band, DayLook, DayMark } from './calendario.ts'

const STYLES: Record<DayLook, string> = {
  lleno: 'bg-jacaranda-suave font-bold text-jacaranda-texto',
  subrayado: 'font-bold underline decoration-2 decoration-bugambilia underline-offset-4',
  periodo: 'font-bold text-bugambilia-texto',
  fertil: 'font-semibold text-salvia-texto',
  ovulacion: 'bg-salvia-texto font-bold text-superficie',
  proximo: 'font-bold text-bugambilia-texto',
}

const BANDS: Record<Band['kind'], string> = {
  periodo: 'bg-bugambilia-suave',
  fertil: 'bg-salvia-suave',
  proximo: 'border-y-2 border-dashed border-bugambilia',
}

type CalendarDayProps = {
  fecha: Fecha
  mark: DayMark | undefined
  band: Band | null
  selected: boolean
  isToday: boolean
  disabled: boolean
  isTabStop: boolean
  tall?: boolean | undefined
  onChoose: (fecha: Fecha) => void
}

/** One day of the calendar: its number, what marks it, and both in words. Drawn anew only where something of it has changed. */
export const CalendarDay = memo(function CalendarDay({
  fecha,
  mark,
  band,
  selected,
  isToday,
  disabled,
  isTabStop,
  tall,
  onChoose,
}: CalendarDayProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside of the cell takes the focus.
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the ARIA date grid.
    <td role="gridcell" aria-selected={selected} className={cx('p-0', tall && 'align-top')}>
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        data-tab-stop={isTabStop || undefined}
        data-fecha={fecha}
        aria-label={[longFechaWithDia(fecha), isToday && 'hoy', mark?.words].filter(Boolean).join(', ')}
        aria-current={isToday ? 'date' : undefined}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && onChoose(fecha)}
        className={cx(
          'group relative grid w-full focus-visible:z-10 focus-visible:rounded-control',
          tall
            ? 'min-h-16 grid-rows-[auto_1fr] justify-items-center gap-0.5 rounded-control py-0.5 md:min-h-20 md:gap-1'
            : 'h-11 place-items-center md:h-12',
        )}
      >
        {band && (
          <span
            className={cx(
              'absolute left-0',
              tall ? 'top-0.5 h-8' : 'inset-y-1',
              // Overlaps the next day by a pixel, or the seam between them would show.
              band.joinsRight ? '-right-px' : 'right-0',
              BANDS[band.kind],
              !band.joinsLeft && 'ml-0.5 rounded-l-full',
              !band.joinsRight && 'mr-0.5 rounded-r-full',
              band.kind === 'proximo' && !band.joinsLeft && 'border-l-2',
              band.kind === 'proximo' && !band.joinsRight && 'border-r-2',
            )}
          />
        )}
        <span
          className={cx(
            'relative grid aspect-square w-full place-items-center rounded-full tabular-nums transition-colors duration-150',
            tall ? 'max-w-8' : 'max-w-10',
            selected ? 'bg-jacaranda font-bold text-sobre-jacaranda' : mark?.look && STYLES[mark.look],
            selected && mark?.look === 'subrayado' && 'underline decoration-2 underline-offset-4',
            selected &&
              mark?.look &&
              mark.look !== 'subrayado' &&
              'ring-2 ring-jacaranda ring-offset-2 ring-offset-superficie',
            isToday && !selected && 'border-2 border-jacaranda-viva',
            disabled
              ? !mark?.look && 'text-tinta-suave opacity-45'
              : !selected && 'group-hover:bg-jacaranda-suave',
          )}
        >
          {fromFecha(fecha).getDate()}
          {mark?.dot && <span className="absolute bottom-1 size-1.5 rounded-full bg-current" />}
        </span>
        {tall && mark?.beneath}
      </button>
    </td>
  )
})
