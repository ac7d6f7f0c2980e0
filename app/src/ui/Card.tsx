import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

type CardProps = ComponentProps<'div'> & { as?: 'div' | 'section' | 'article' | 'li' }

/** A sheet of paper with a soft border. */
export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  const Tag = Element as 'div'
  return (
    <Tag {...rest} className={cx('rounded-card border border-linea bg-superficie p-4 md:p-5', className)} />
  )
}
