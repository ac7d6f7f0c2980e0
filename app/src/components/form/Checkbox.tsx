import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** The native checkbox with its label; the whole row is the target. */
export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label className={cx('flex min-h-11 cursor-pointer items-start gap-3 py-2', className)}>
      <input {...rest} type="checkbox" className="mt-0.5 size-5.5 shrink-0 accent-jacaranda-texto" />
      <span className="grid gap-0.5">
        <span>{label}</span>
        {hint && <span className="text-sm text-tinta-suave">{hint}</span>}
      </span>
    </label>
  )
}
