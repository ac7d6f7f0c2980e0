import { lazy, Suspense, useState } from 'react'
import { usePeticion } from './data/prueba.ts'
import { SessionProvider } from './data/session.tsx'
import { MemberWatch } from './features/seguridad/MemberWatch.tsx'
import { Alone } from './layout/Alone.tsx'
import { Cierre } from './layout/Cierre.tsx'
import { ExitWatch } from './layout/ExitWatch.tsx'
import { Gate } from './layout/Gate.tsx'
import { RoomBoundary } from './layout/RoomBoundary.tsx'
import { afterPaint } from './lib/device/painted.ts'
import { BrowserRouter } from './lib/router.tsx'
import { findRoute } from './routing.ts'

/** Loaded right after the first paint; toasts requested earlier wait for it. */
const Toaster = lazy(async () => {
  await afterPaint()
  return { default: (await import('./ui/Toaster.tsx')).Toaster }
})

const Prueba = lazy(async () => ({ default: (await import('./layout/Prueba.tsx')).Prueba }))

/** Loaded only when the service asks for a proof. */
function PruebaWhenAsked() {
  return usePeticion() ? (
    <Suspense>
      <Prueba />
    </Suspense>
  ) : null
}

/** The house, or one page of it that is shown by itself. Which of them is decided once: whoever leaves such a page loads the house. */
export function App() {
  const [alone] = useState(() => findRoute(location.pathname)?.alone === true)
  if (alone) {
    return (
      <>
        <ExitWatch />
        <BrowserRouter>
          <Alone />
        </BrowserRouter>
      </>
    )
  }
  return (
    <SessionProvider>
      <ExitWatch />
      <MemberWatch />
      <Cierre>
        <RoomBoundary whole>
          <BrowserRouter>
            <Gate />
          </BrowserRouter>
          <PruebaWhenAsked />
        </RoomBoundary>
      </Cierre>
      <Suspense>
        <Toaster />
      </Suspense>
    </SessionProvider>
  )
}
