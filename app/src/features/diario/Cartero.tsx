import { useEffect } from 'react'
import { whenIdle } from '../../lib/idle.ts'

/** Renders nothing; mounted beside every room, so that what she wrote offline is delivered wherever she is. */
export function Cartero() {
  useEffect(() => {
    // The lane of the diary begins as soon as its code is here.
    whenIdle(() => {
      import('./entradas.ts').catch(() => {
        // Without a connection on a first visit there is neither code nor anything to deliver.
      })
    })
  }, [])

  return null
}
