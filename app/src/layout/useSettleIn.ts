import { useEffect } from 'react'
import { sparesData, whenIdle } from '../lib/device/idle.ts'
import { type Access, routes } from '../routes.tsx'
import { keepOnDevice } from './service-worker.ts'

/** After the first screen: prefetches the code of neighbouring rooms and what may be kept on the device. */
export function useSettleIn(access: Exclude<Access, 'todas'>): void {
  useEffect(() => {
    whenIdle(() => {
      void keepOnDevice(access === 'miembro')
      if (sparesData()) return
      for (const route of routes) if (route.access === access) route.screen.preload()
    })
  }, [access])
}
