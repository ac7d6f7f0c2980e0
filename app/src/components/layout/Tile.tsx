import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'

const tones = {
  jacaranda: 'bg-jacaranda text-sobre-jacaranda [--tile-soft:var(--sobre-jacaranda-suave)] dark:bg-[#4a2c77]',
  maiz: 'bg-maiz-suave text-tinta [--tile-soft:var(--tinta-suave)]',
  bugambilia: 'bg-bugambilia-suave text-tinta [--tile-soft:var(--tinta-suave)]',
  salvia: 'bg-salvia-suave text-tinta [--tile-soft:var(--tinta-suave)]',
}

type TileProps = {
  to: string
  title: string
  description: string
  tone: keyof typeof tones
  /** A drawing that fills a corner; it places itself with its own classes. */
  illustration: ReactNode
  className?: string
}

/** A large tile that links to a page, with a drawing. */
export function Tile({ to, title, description, tone, illustration, className }: TileProps) {
  return (
    <Link
      to={to}
      className={cx(
        'group relative flex min-h-36 flex-col justify-end overflow-hidden rounded-tile p-4 transition-transform duration-150',
        'active:scale-[0.985] lg:p-6',
        tones[tone],
        className,
      )}
    >
      <span className="pointer-events-none absolute inset-0">{illustration}</span>
      <span className="relative font-serif text-lg leading-tight min-[22rem]:text-xl lg:text-2xl">
        {title}
      </span>
      <span className="relative mt-1 text-(--tile-soft) text-[0.9375rem] leading-snug">{description}</span>
    </Link>
  )
}
