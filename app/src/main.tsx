import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { storedSession } from './data/session-storage.ts'
import { watchInstall } from './lib/install.ts'
import { returnedByBackButton } from './lib/quickExit.ts'

const root = document.getElementById('root')

// Before everything else, and whatever becomes of it: what she pressed for is on its way.
if (storedSession()) {
  import('./features/seguridad/eventos.ts').then(
    ({ startEventos }) => startEventos(),
    () => {
      // Without a connection on a first visit there is neither code nor anything to deliver.
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
