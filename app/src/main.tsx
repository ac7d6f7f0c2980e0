import './styles/app.css'
import { options } from 'preact'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { codeOfFirstScreen } from './arrive.ts'
import { watchInstall } from './lib/device/install.ts'
import { afterPaint } from './lib/device/painted.ts'
import { returnedByBackButton } from './lib/device/quickExit.ts'
import { dropUmbral } from './lib/device/umbral.ts'

// What the first frame starts begins once it can be seen. From then on what a press changes is known to all before the next one: by itself
// Preact would look to it only after the next frame, a quick hand would type over what is not said yet, and a page that nobody looks at has no
// frames (docs/decisions/0460).
options.requestAnimationFrame = (effects) => {
  void afterPaint().then(() => {
    options.requestAnimationFrame = queueMicrotask
    effects()
  })
}

const root = document.getElementById('root')

// All code that the first screen needs is here: `otra-vez.js` has nothing to do.
document.documentElement.dataset.code = 'here'

watchInstall()
dropUmbral()

if (root && !returnedByBackButton()) {
  const draw = () => createRoot(root).render(<App />)
  void codeOfFirstScreen().then(draw)
}
