import { cx } from '../cx.ts'
import type { DayLook } from './calendario.ts'

const SAMPLES: Record<DayLook | 'punto', string> = {
  lleno: 'rounded-full bg-jacaranda-suave border border-jacaranda-viva',
  subrayado: 'border-bugambilia border-b-3',
  periodo: 'rounded-full bg-bugambilia-suave border border-bugambilia',
  fertil: 'rounded-full bg-salvia-suave border border-salvia',
  ovulacion: 'rounded-full bg-salvia-texto',
  proximo: 'rounded-full border-2 border-bugambilia border-dashed',
  punto: 'mx-2 w-2! h-2! rounded-full bg-tinta',
}

/** What the marks of a calendar's days mean, in words. */
export function CalendarLegend({ items }: { items: { look: DayLook | 'punto'; text: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-tinta-suave">
      {items.map(({ look, text }) => (
        <li key={look} className="flex items-center gap-2">
          <span aria-hidden="true" className={cx('inline-block h-4 w-6', SAMPLES[look])} />
          {text}
        </li>
      ))}
    </ul>
  )
}
