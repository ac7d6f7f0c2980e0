import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

const tones = {
  jacaranda: 'bg-jacaranda-suave text-jacaranda-texto',
  bugambilia: 'bg-bugambilia-suave text-bugambilia-texto',
  salvia: 'bg-salvia-suave text-salvia-texto',
  maiz: 'bg-maiz-suave text-maiz-texto',
  alerta: 'bg-alerta-suave text-alerta-texto',
}

type BadgeProps = { tone?: keyof typeof tones; children: ReactNode; className?: string }

/** A word about something: a plan, a priority, a state. */
export function Badge({ tone = 'jacaranda', children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-1 font-semibold text-[0.8125rem]',
        // A name in it is not ours.
        '[&_bdi]:whitespace-normal',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
