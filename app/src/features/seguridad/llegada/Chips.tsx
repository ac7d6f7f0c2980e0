import type { ReactNode } from 'react'
import { cx } from '../../../components/cx.ts'

type ChipsProps<Value extends string> = {
  legend: ReactNode
  name: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

/** One of a few, to be hit with a thumb: native radio buttons that look like chips. */
export function Chips<Value extends string>({ legend, name, value, options, onChange }: ChipsProps<Value>) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([option, label]) => (
          <label
            key={option}
            className={cx(
              'flex min-h-11 cursor-pointer items-center rounded-full border-2 px-4',
              'has-focus-visible:outline-3 has-focus-visible:outline-foco has-focus-visible:outline-offset-2',
              option === value
                ? 'border-jacaranda-viva bg-jacaranda-suave font-semibold text-jacaranda-texto'
                : 'border-linea hover:border-linea-fuerte',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
