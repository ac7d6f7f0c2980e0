import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../feedback/Spinner.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const styles: Record<ButtonLook, string> = {
  primary:
    'bg-jacaranda text-sobre-jacaranda hover:bg-jacaranda-viva active:bg-jacaranda-viva forced-colors:border-2',
  secondary:
    'border-2 border-jacaranda-viva [:where(&)]:bg-transparent text-jacaranda-texto hover:bg-jacaranda-suave',
  quiet: 'bg-transparent text-jacaranda-texto hover:bg-jacaranda-suave',
  danger: 'bg-alerta text-sobre-alerta hover:[filter:brightness(1.1)] forced-colors:border-2',
}

/** Of no weight: of two distances or sizes the style sheet's order decides otherwise, and a button's own `px-2` would lose to these. */
const sizes = {
  md: '[:where(&)]:min-h-11 [:where(&)]:px-5 [:where(&)]:text-base',
  lg: '[:where(&)]:min-h-13 [:where(&)]:px-6 [:where(&)]:text-[1.0625rem]',
}

type Shape = { look?: ButtonLook; size?: keyof typeof sizes; wide?: boolean; className?: string }

/** The classes of a button, for links that look like one. */
export function buttonClass({ look = 'primary', size = 'md', wide, className }: Shape = {}): string {
  return cx(
    'inline-flex select-none items-center justify-center gap-2 rounded-control [:where(&)]:py-2 text-center font-semibold wrap-break-word',
    'transition-[background-color,filter,transform] duration-150 active:scale-[0.985]',
    'disabled:opacity-60 disabled:active:scale-[1] aria-disabled:opacity-60',
    sizes[size],
    styles[look],
    wide && 'w-full',
    className,
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  Shape & {
    /** Shows that what was pressed is under way; presses in the meantime do nothing, and focus stays. */
    busy?: boolean
    /** What a screen reader hears while it is busy. */
    busyLabel?: string
    icon?: ReactNode
  }

/** On a prerendered page the browser submits no form itself: her password would stand in the address (`app/prerender/first.ts`). */
const UNSENT = { type: 'button', 'data-sends': '' } as const

export function Button({
  look,
  size,
  wide,
  className,
  busy = false,
  busyLabel = 'Un momento…',
  icon,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      {...(import.meta.env.SSR && type === 'submit' && UNSENT)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={buttonClass({ look, size, wide, className })}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <Spinner label={busyLabel} /> : icon}
      <span>{children}</span>
    </button>
  )
}
