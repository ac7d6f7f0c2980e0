import type { ReactNode } from 'react'

/**
 * The title of a page that the header of phones names already: for screen readers there, and drawn on wide screens, which have no header.
 */
export function PageTitle({ children }: { children: ReactNode }) {
  return <h1 className="sr-only md:not-sr-only md:text-4xl">{children}</h1>
}
