import { useEffect } from 'react'
import { whenIdleAfterPaint } from '../../lib/device/painted.ts'
import { sparesData } from '../../lib/device/sparesData.ts'
import { trusted } from '../../lib/device/trusted-types.ts'
import { type Access, type AppRoute, routes } from '../routes.tsx'
import { findRoute } from '../routing.ts'
import { contactosFirst } from './useContactosFirst.ts'

/**
 * Fetched on every line. The safety page beside her contacts: without it nobody is told of anything, and the network may go at any moment. Of a visitor,
 * what she taps first: where it comes with the tap, she sees an empty page before it.
 */
const NEXT = { miembro: ['/seguridad'], visitante: ['/landing', '/login'] } as const

/** After the first screen: prefetches the code of neighbouring screens and what may be kept on the device. */
export function useSettleIn(access: keyof typeof NEXT): void {
  useEffect(() => {
    let over = false
    const keep = () => void keepOnDevice(access === 'miembro')
    const takeBack = whenIdleAfterPaint(() => {
      for (const path of NEXT[access]) void preload(findRoute(path)!)
      void contactosFirst().then(() => {
        if (over) return
        keep()
        // Where the network went before all of it was there.
        window.addEventListener('online', keep)
        // The next time that the app is opened.
        void import('./later.ts').then(({ later }) => later()).catch(() => {})
        void learnNumeros()
        if (sparesData()) return
        void preloadScreens(access, () => over)
      })
    })
    return () => {
      over = true
      takeBack()
      window.removeEventListener('online', keep)
    }
  }, [access])
}

/** The code of a screen; where it does not come it is asked for again when she goes there. */
const preload = ({ screen }: AppRoute) => screen.preload().catch(() => {})

/** One after another: what she opens meanwhile does not wait behind all of them. */
async function preloadScreens(access: Access, isOver: () => boolean): Promise<void> {
  for (const route of routes) {
    if (isOver()) return
    if (route.access === access) await preload(route)
  }
}

/** The emergency numbers of every country, before she needs one without a network. */
async function learnNumeros(): Promise<void> {
  try {
    await (await import('../../lib/member/numeros.ts')).learnNumeros()
  } catch {
    // Those that the app was built with stay.
  }
}

let registration: Promise<ServiceWorkerRegistration> | undefined

/**
 * Puts the worker in place that keeps the app, and the neutral page of quick exit, for when there is no connection.
 *
 * @param everything true once somebody has signed in here: then the whole app is kept, else the neutral page alone
 */
async function keepOnDevice(everything: boolean): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    registration ??= navigator.serviceWorker.register(trusted.createScriptURL('/sw.js'))
    await registration
    const { active } = await navigator.serviceWorker.ready
    if (!everything) return
    active?.postMessage('todo')
    // A browser that needs room takes what is not hers first: here may be stored what the service does not have yet.
    await navigator.storage?.persist?.()
  } catch {
    // A browser that refuses (private window, full disk) runs the app all the same, with a connection. A connection that broke is tried
    // again.
    registration = undefined
  }
}
