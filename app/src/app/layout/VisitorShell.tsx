import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Late } from '../../components/feedback/Late.tsx'
import { EmergencyLine } from '../../components/help/EmergencyLine.tsx'
import { Arrived } from './Arrived.tsx'
import { Stage } from './Stage.tsx'
import { useSettleIn } from './useSettleIn.ts'
import { VisitorFooter } from './VisitorFooter.tsx'
import { VisitorHeader } from './VisitorHeader.tsx'

/** The frame of visitors' pages: brand, link back, quick exit. */
export function VisitorShell({ children, links = true }: { children: ReactNode; links?: boolean }) {
  const { pathname } = useLocation()
  useSettleIn('visitante')
  return (
    <div data-visita className="flex min-h-dvh flex-col">
      <VisitorHeader links={links} />
      <Stage className="flex grow flex-col">
        <Suspense
          fallback={
            <div className="min-h-dvh" data-coming>
              <Late />
            </div>
          }
        >
          {children}
          <Arrived />
        </Suspense>
      </Stage>
      {pathname === '/landing' && links ? (
        <VisitorFooter />
      ) : (
        <footer
          data-emergencia
          className="grid justify-items-center pb-[max(0.5rem,env(safe-area-inset-bottom))]"
        >
          <EmergencyLine />
        </footer>
      )}
    </div>
  )
}
