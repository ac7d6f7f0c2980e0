import { cx } from '../cx.ts'
import { Late } from './Late.tsx'

/**
 * A placeholder while something loads. Give it the size of what will come; where nobody knows that, its container is `in-turn` (app.css),
 * and what follows waits too.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-placeholder
      className={cx('animate-respira rounded-control bg-linea', className)}
    />
  )
}

/** Placeholder of a list. */
export function ListSkeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Cargando…</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move.
        <Skeleton key={row} className="h-20 rounded-card" />
      ))}
    </div>
  )
}

/** Placeholder of a whole page. */
export function PageSkeleton() {
  return (
    <Late>
      <div className="mx-casa grid w-full max-w-3xl gap-4 p-4 md:p-8">
        <Skeleton className="h-9 w-2/3" />
        <ListSkeleton />
      </div>
    </Late>
  )
}
