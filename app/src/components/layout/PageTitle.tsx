import type { ReactNode } from 'react'

/** The title of a room whose name the header of phones says already: spoken there, and drawn on wide screens, which have no header. */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className="sr-only md:not-sr-only md:text-4xl">{children}</h1>
}
