import { lazy, Suspense } from 'react'
import { BrowserRouter } from 'react-router'
import { usePeticion } from './data/prueba.ts'
import { SessionProvider } from './data/session.tsx'
import { Guardia } from './features/seguridad/Guardia.tsx'
import { Cierre } from './layout/Cierre.tsx'
import { ExitWatch } from './layout/ExitWatch.tsx'
import { Gate } from './layout/Gate.tsx'

/** Loaded right after the first paint; toasts requested earlier wait for it. */
const Toaster = lazy(async () => ({ default: (await import('./ui/Toaster.tsx')).Toaster }))

const Prueba = lazy(async () => ({ default: (await import('./layout/Prueba.tsx')).Prueba }))

/** Loaded only when the service asks for a proof. */
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
