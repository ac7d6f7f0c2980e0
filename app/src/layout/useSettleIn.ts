import { useEffect } from 'react'
import { sparesData, whenIdle } from '../lib/idle.ts'
import { keepOnDevice } from '../lib/service-worker.ts'
import { type Access, routes } from '../routes.tsx'

/** Once the first screen stands: fetches the code of the rooms next door, and keeps on the device what may be kept. */
export function useSettleIn(access: Exclude<Access, 'todas'>): void {
  useEffect(() => {
    whenIdle(() => {
      void keepOnDevice(access === 'miembro')
      if (sparesData()) return
      for (const route of routes) if (route.access === access) route.screen.preload()
    })
  }, [access])
}
