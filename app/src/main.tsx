import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { codeOfFirstScreen } from './arrive.ts'
import { watchInstall } from './lib/device/install.ts'
import { returnedByBackButton } from './lib/device/quickExit.ts'
import { dropUmbral } from './lib/device/umbral.ts'

const root = document.getElementById('root')

// All code that the first screen needs is here: `otra-vez.js` has nothing to do.
document.documentElement.dataset.code = 'here'

watchInstall()
dropUmbral()

if (root && !returnedByBackButton()) {
  const draw = () =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  void codeOfFirstScreen().then(draw)
}
