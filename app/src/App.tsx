import { lazy, Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { Guardia } from './features/seguridad/Guardia.tsx'
import { Cierre } from './layout/Cierre.tsx'
import { ExitWatch } from './layout/ExitWatch.tsx'
import { Gate } from './layout/Gate.tsx'
import { SessionProvider } from './lib/session.tsx'

/** Comes right after the first paint; a toast asked for before that waits for it. */
const Toaster = lazy(async () => ({ default: (await import('./ui/Toaster.tsx')).Toaster }))

export function App() {
  return (
    <SessionProvider>
      <ExitWatch />
      <Guardia />
      <Cierre>
        <BrowserRouter useTransitions={false}>
          <Gate />
        </BrowserRouter>
      </Cierre>
      <Suspense>
        <Toaster />
      </Suspense>
    </SessionProvider>
  )
}
