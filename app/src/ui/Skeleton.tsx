import { cx } from './cx.ts'

/** The place of something that is on its way. Give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-respira rounded-control bg-linea', className)} />
}

/** A list on its way. */
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

/** A whole room on its way. */
export function PageSkeleton() {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-4 p-4 md:p-8">
      <Skeleton className="h-9 w-2/3" />
      <ListSkeleton />
    </div>
  )
}
