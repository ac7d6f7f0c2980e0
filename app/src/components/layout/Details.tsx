import type { ReactNode } from 'react'

/** As `Collapsible`, by the browser's own element: for first screens, whose bytes are counted. */
export function Details({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="rounded-card border border-linea bg-superficie">
      <summary className="min-h-12 justify-between rounded-card px-4 py-2 font-semibold leading-snug after:text-tinta-suave md:px-5">
        <h2 className="min-w-0 font-sans text-base tracking-normal">{title}</h2>
      </summary>
      <div className="px-4 pb-4 md:px-5">{children}</div>
    </details>
  )
}
