import { useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { Gate } from './layout/Gate.tsx'
import { watchQuickExit } from './lib/salida.ts'
import { SessionProvider } from './lib/session.tsx'
import { Toaster } from './ui/Toaster.tsx'

export function App() {
  useEffect(() => watchQuickExit(), [])
  return (
    <SessionProvider>
      <BrowserRouter useTransitions={false}>
        <Gate />
      </BrowserRouter>
      <Toaster />
    </SessionProvider>
  )
}
