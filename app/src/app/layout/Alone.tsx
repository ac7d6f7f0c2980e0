import { Suspense, useEffect } from 'react'
import { useRoutes } from 'react-router'
import { QuickExit } from '../../components/button/QuickExit.tsx'
import { KeepsTrying } from '../../components/feedback/KeepsTrying.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { EmergencyLine } from '../../components/help/EmergencyLine.tsx'
import { Simbolo } from '../../components/icons/Simbolo.tsx'
import { codeIsLate } from '../../lib/device/keepLoading.ts'
import { useStore } from '../../lib/useStore.ts'
import { routes } from '../routes.tsx'
import { findRoute } from '../routing.ts'
import { Stage } from './Stage.tsx'

/**
 * The frame of pages that somebody opens by a link from a message: no menus and no way into the app, which they have no account for.
 * It asks for no session, so that neither a PIN nor a second step stands before an alert on a telephone whose owner is a member too.
 */
export function Alone() {
  useEffect(() => {
    // Loads the code of an alert's page for a new contact, who may open it later on a bad network.
    if (document.readyState === 'complete') keepAlerta()
    else addEventListener('load', keepAlerta, { once: true })
    return () => removeEventListener('load', keepAlerta)
  }, [])
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex min-h-16 items-center justify-between gap-2 px-4 pt-[env(safe-area-inset-top)]">
        <Simbolo className="size-8" />
        <QuickExit />
      </header>
      <Stage className="flex grow flex-col">
        <Suspense fallback={<Coming />}>
          <Screens />
        </Suspense>
      </Stage>
    </div>
  )
}

const SCREENS = routes
  .filter(({ alone }) => alone)
  .map(({ path, name, screen: Screen }) => ({ path, element: <Screen name={name} menu={[]} /> }))

const Screens = () => useRoutes(SCREENS)

function keepAlerta() {
  findRoute('/alerta/codigo')
    ?.screen.preload()
    .catch(() => {
      // It is asked for again, until it comes, where she opens that page.
    })
}

function Coming() {
  const late = useStore(codeIsLate)
  return (
    <div className="mx-auto grid w-full max-w-xl gap-4 px-4 pt-1" data-coming>
      <KeepsTrying late={late} />
      {late && <EmergencyLine />}
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="h-28 rounded-card" />
    </div>
  )
}
