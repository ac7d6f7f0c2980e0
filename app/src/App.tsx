import { lazy, Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { Guardia } from './features/seguridad/Guardia.tsx'
import { Cierre } from './layout/Cierre.tsx'
import { ExitWatch } from './layout/ExitWatch.tsx'
import { Gate } from './layout/Gate.tsx'
import { usePeticion } from './lib/prueba.ts'
import { SessionProvider } from './lib/session.tsx'

/** Comes right after the first paint; a toast asked for before that waits for it. */
const Toaster = lazy(async () => ({ default: (await import('./ui/Toaster.tsx')).Toaster }))

const Prueba = lazy(async () => ({ default: (await import('./layout/Prueba.tsx')).Prueba }))

/** Fetched only when the service asks who she is. */
function PruebaWhenAsked() {
  return usePeticion() ? (
    <Suspense>
      <Prueba />
    </Suspense>
  ) : null
}

export function App() {
  return (
    <SessionProvider>
      <ExitWatch />
      <Guardia />
      <Cierre>
        <BrowserRouter useTransitions={false}>
          <Gate />
        </BrowserRouter>
        <PruebaWhenAsked />
      </Cierre>
      <Suspense>
        <Toaster />
      </Suspense>
    </SessionProvider>
  )
}
