import { type ReactNode, Suspense } from 'react'
import { Stage } from './Stage.tsx'
import { useSettleIn } from './useSettleIn.ts'
import { VisitorHeader } from './VisitorHeader.tsx'

/** What visitors see around every page: the name of the house, the way back, the way out. */
export function VisitorShell({ children }: { children: ReactNode }) {
  useSettleIn('visitante')
  return (
    <div className="flex min-h-dvh flex-col">
      <VisitorHeader />
      <Stage className="flex grow flex-col">
        <Suspense>{children}</Suspense>
      </Stage>
    </div>
  )
}
