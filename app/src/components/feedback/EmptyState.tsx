import type { ReactNode } from 'react'
import { Hojas } from '../illustrations/Hojas.tsx'

type EmptyStateProps = {
  message: ReactNode
  /** A drawing; leaves when none is given. */
  illustration?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ message, illustration, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border-2 border-linea border-dashed p-6 text-center">
      {illustration ?? <Hojas className="w-28" />}
      <p className="max-w-sm text-tinta-suave">{message}</p>
      {action}
    </div>
  )
}
