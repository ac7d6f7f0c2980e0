import type { ReactNode } from 'react'
import { QuickExit } from '../../components/button/QuickExit.tsx'

/** A page with nothing but the way out, while nothing else is there yet, or nothing else works. */
export function Bare({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex min-h-16 items-center justify-end px-3 pt-[env(safe-area-inset-top)]">
        <QuickExit />
      </header>
      <main className="grid grow place-items-center">{children}</main>
    </div>
  )
}
