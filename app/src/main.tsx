import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { storedSession } from './data/session-storage.ts'
import { watchInstall } from './lib/device/install.ts'
import { returnedByBackButton } from './lib/device/quickExit.ts'

const root = document.getElementById('root')

// Before everything else, and whatever becomes of it: what she pressed for is on its way.
if (storedSession()) {
  import('./features/seguridad/panico/eventos.ts').then(
    ({ startEventos }) => startEventos(),
    () => {
      // Offline on a first visit the code cannot be loaded, and nothing waits to be delivered.
    },
  )
}

watchInstall()

if (root && !returnedByBackButton()) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
