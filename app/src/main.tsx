import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { returnedByBackButton } from './lib/salida.ts'

const root = document.getElementById('root')

if (root && !returnedByBackButton()) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
