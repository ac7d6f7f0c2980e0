import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Papel } from '../../lib/cuenta/papeles.ts'

/** A page as a menu names it. */
export type MenuItem = {
  to: string
  label: string
  description?: string
  icon: LucideIcon
  /** Nobody else is let in. */
  onlyAdmin?: boolean
  /** Of the team's start page: whose work it is. */
  papel?: Papel | undefined
}

type LinkRowProps = Pick<MenuItem, 'to' | 'label' | 'description' | 'icon'> & {
  /** Text at its end: how many wait there. */
  note?: ReactNode
}

/** A link to a page: one line in a list. */
export function LinkRow({ to, label, description, icon: Icon, note }: LinkRowProps) {
  return (
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3 rounded-card px-3 py-2 transition-colors duration-150 hover:bg-jacaranda-suave"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-jacaranda-suave text-jacaranda-texto">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{label}</span>
        {description && <span className="text-sm text-tinta-suave">{description}</span>}
      </span>
      {note}
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-tinta-suave" />
    </Link>
  )
}
