import { useEffect } from 'react'
import { whenIdle } from '../../lib/device/idle.ts'

/** Renders nothing; mounted beside every page, so that what she wrote offline is delivered wherever she is. */
export function Cartero() {
  useEffect(() => {
    // The lanes of the diary begin as soon as their code is here.
    whenIdle(() => {
      import('./entradas.ts').catch(() => {
        // Offline on a first visit the code cannot be loaded, and nothing waits to be delivered.
      })
    })
  }, [])

  return null
}
