import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { controlClass, useFieldProps } from './Field.tsx'

/** The device's own list of choices: the fastest one on a cheap phone, and the one every reader knows. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative block', className)}>
      <select {...useFieldProps()} {...rest} className={cx(controlClass, 'appearance-none pr-11')}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-tinta-suave"
      />
    </span>
  )
}
