import { useEffect } from 'react'
import { whenIdle } from '../../lib/device/idle.ts'

/** Renders nothing; mounted beside every page, so that what she wrote offline is delivered wherever she is. */
export function Cartero() {
  useEffect(() => {
    // The lane of the diary begins as soon as its code is here.
    whenIdle(() => {
      import('./entradas.ts').catch(() => {
        // Offline on a first visit the code cannot be loaded, and nothing waits to be delivered.
      })
    })
  }, [])

  return null
}
