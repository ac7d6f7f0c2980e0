import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { BrowserRouter } from 'react-router'
import { beside } from '../components/layout/optional.tsx'
import { MemberWatch } from '../features/seguridad/MemberWatch.tsx'
import { afterPaint } from '../lib/device/painted.ts'
import { currentPeticion, usePeticion } from '../lib/session/prueba.ts'
import { SessionProvider } from '../lib/session/session.tsx'
import { isLocked, onCierre } from '../lib/session/sessionStorage.ts'
import { toast } from '../lib/toast/toast.tsx'
import { AppRoutes } from './AppRoutes.tsx'
import { Alone } from './layout/Alone.tsx'
import { Arrived } from './layout/Arrived.tsx'
import { Cierre } from './layout/Cierre.tsx'
import { ExitWatch } from './layout/ExitWatch.tsx'
import { ScreenBoundary } from './layout/ScreenBoundary.tsx'
import { loadLockedApp } from './preload.ts'
import { findRoute } from './routing.ts'

/** Loaded right after the first paint; toasts requested earlier wait for it. */
const Toaster = beside(async () => {
  await afterPaint()
  return (await import('../components/feedback/Toaster.tsx')).Toaster
})

/** Where it does not come, what she pressed ends, and she is told: she would wait for a question that nobody asks. */
const Prueba = beside(async () => {
  try {
    return (await import('./layout/Prueba.tsx')).Prueba
  } catch (failure) {
    currentPeticion()?.answer(false)
    toast({
      title: 'No pudimos preguntarte si eres tú',
      description: 'Revisa tu internet e inténtalo otra vez.',
      variant: 'destructive',
    })
    throw failure
  }
})

const LockedApp = lazy(async () => ({ default: (await loadLockedApp()).LockedApp }))

/** Loaded only when the service asks for a proof. */
function PruebaWhenAsked() {
  return usePeticion() ? <Prueba /> : null
}

/*
 * `useTransitions={false}`: a change of address is drawn at once, with the skeleton of a screen whose code is still on its way. As a transition the
 * screen that she left would stay until then.
 */

/** The app, or one page of it that is shown by itself. Which of them is decided once: a link out of such a page loads the app. */
export function App() {
  const [alone] = useState(() => findRoute(location.pathname)?.alone === true)
  const locked = useSyncExternalStore(onCierre, isLocked, () => false)
  if (alone) {
    return (
      <>
        <ExitWatch />
        <BrowserRouter useTransitions={false}>
          <Alone />
        </BrowserRouter>
      </>
    )
  }
  if (locked) {
    return (
      <ScreenBoundary whole>
        <ExitWatch />
        <Suspense>
          <LockedApp />
          <Arrived />
        </Suspense>
        <Toaster />
      </ScreenBoundary>
    )
  }
  return (
    // What fails outside the app leaves the way out and the number, never a blank page.
    <ScreenBoundary whole>
      <SessionProvider>
        <ExitWatch />
        <MemberWatch />
        <Cierre>
          <ScreenBoundary whole>
            <BrowserRouter useTransitions={false}>
              <AppRoutes />
            </BrowserRouter>
            <PruebaWhenAsked />
          </ScreenBoundary>
        </Cierre>
        <Toaster />
      </SessionProvider>
    </ScreenBoundary>
  )
}
