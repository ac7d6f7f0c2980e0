import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** What it does, for who cannot see the drawing. */
  label: string
  icon: ReactNode
  tone?: 'default' | 'danger'
}

/** A button that is only a drawing, 44 by 44 pixels. */
export function IconButton({
  label,
  icon,
  tone = 'default',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150',
        '[&_svg]:size-5 disabled:opacity-60',
        tone === 'danger'
          ? 'text-alerta-texto hover:bg-alerta-suave'
          : 'text-tinta-suave hover:bg-jacaranda-suave',
        className,
      )}
    >
      {icon}
    </button>
  )
}
