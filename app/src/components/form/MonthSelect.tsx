import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '../../lib/installation/brand.ts'
import { type Fecha, type Mes, mesOf, monthRange } from '../../lib/time/fechas.ts'
import { clampDay } from '../calendar/calendario.ts'

const monthName = new Intl.DateTimeFormat(brand.locale, { month: 'long' })
const MONTHS = Array.from({ length: 12 }, (_, month) => {
  const name = monthName.format(new Date(2000, month, 1, 12))
  return name.charAt(0).toLocaleUpperCase(brand.locale) + name.slice(1)
})

type MonthSelectProps = { mes: Mes; onChange: (mes: Mes) => void; min: Fecha; max: Fecha }

/** The dropdowns of month and year: the device's own, held to the days that can be reached. */
export function MonthSelect({ mes, onChange, min, max }: MonthSelectProps) {
  // The year on show is always one of them: a select without it would show another.
  const from = Math.min(mesOf(min).year, mes.year)
  const to = Math.max(mesOf(max).year, mes.year)
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const reach = (year: number, month: number) =>
    onChange(mesOf(clampDay(monthRange(year, month).first, min, max)))
  const isOut = (month: number) => {
    const { first, last } = monthRange(mes.year, month)
    return last < min || first > max
  }

  return (
    <div className="flex min-w-0 items-center justify-center @max-[15rem]:flex-wrap @max-[15rem]:order-last @max-[15rem]:basis-full">
      <Dropdown label="Mes" value={mes.month} onChange={(month) => reach(mes.year, month)}>
        {MONTHS.map((name, index) => (
          <option key={name} value={index + 1} disabled={isOut(index + 1)}>
            {name}
          </option>
        ))}
      </Dropdown>
      <Dropdown label="Año" value={mes.year} onChange={(year) => reach(year, mes.month)}>
        {years.map((year) => (
          <option key={year} value={year}>
            {year}
          </option>
        ))}
      </Dropdown>
    </div>
  )
}

type DropdownProps = { label: string; value: number; onChange: (value: number) => void; children: ReactNode }

function Dropdown({ label, value, onChange, children }: DropdownProps) {
  return (
    <span className="relative">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
        className="min-h-11 appearance-none rounded-control bg-superficie py-1 pr-7 pl-2.5 font-semibold hover:bg-jacaranda-suave"
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-1.5 size-4.5 -translate-y-1/2 text-tinta-suave"
      />
    </span>
  )
}
