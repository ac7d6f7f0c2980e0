import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li'
  /** For lists whose rows have their own padding: 12 px of it, and their words begin where those of other cards do. */
  flush?: boolean
}

/** A sheet of paper with a soft border. */
export function Card({ as: Element = 'div', flush, className, ...rest }: CardProps) {
  const Tag = Element as 'div'
  return (
    <Tag
      {...rest}
      className={cx(
        'rounded-card border border-linea bg-superficie',
        flush ? 'px-1 py-1.5 md:px-2' : 'p-4 md:p-5',
        className,
      )}
    />
  )
}
