import { type ReactNode, Suspense } from 'react'
import { Stage } from './Stage.tsx'

/** Visitors see pages that bring their own header. */
export function VisitorShell({ children }: { children: ReactNode }) {
  return (
    <Stage>
      <Suspense>{children}</Suspense>
    </Stage>
  )
}
