import './alertBootstrap.ts'
import '../styles/app.css'
import '../lib/device/release.ts'
import { StrictMode } from 'react'
import { createRoot, type RootOptions } from 'react-dom/client'
import { watchInstall } from '../lib/device/install.ts'
import { removePrerendered } from '../lib/device/prerenderedPage.ts'
import { returnedByBackButton } from '../lib/device/quickExit.ts'
import { survivesTranslation } from '../lib/device/translated.ts'
import { App } from './App.tsx'
import { codeOfFirstScreen } from './preload.ts'

const root = document.getElementById('root')

// All code that the first screen needs is here: `otra-vez.js` has nothing to do.
document.documentElement.dataset.code = 'here'

survivesTranslation()
watchInstall()
removePrerendered()

if (root && !returnedByBackButton()) {
  // The page came with quick exit and the emergency number in it.
  const initial = [...root.childNodes]
  const log: RootOptions['onCaughtError'] = (error, { componentStack }) =>
    console.error(error, componentStack)
  const options: RootOptions = {
    onCaughtError: log,
    // React has removed everything it had drawn: `otra-vez.js` says that the page does not open, and loads it again.
    onUncaughtError(error, info) {
      log(error, info)
      // She has left: quick exit took the root away, and what stands in its place says nothing of this page.
      if (!root.isConnected) return
      root.replaceChildren(...initial)
      delete document.documentElement.dataset.code
      dispatchEvent(new Event('sin-codigo'))
    },
  }
  const draw = () =>
    createRoot(root, options).render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  void codeOfFirstScreen().then(draw)
}
