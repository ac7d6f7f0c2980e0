import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useAcompanamiento } from '../../features/seguridad/acompanamiento/acompanamiento.ts'
import { useAlarma } from '../../features/seguridad/alarma/vista.ts'
import { broughtBy } from '../../lib/device/release.ts'
import { underWay } from '../../lib/device/underWay.ts'
import { useStore } from '../../lib/useStore.ts'

/** Where she may be in a hurry, or with others: nothing is offered there. */
const BUSY = /^\/(?:seguridad|llamada)(?:\/|$)/

/**
 * Says above the tabs, or at the foot of the sidebar, that a newer release is there: on a screen on which she has changed nothing yet, and
 * never while an alert, a location sharing or a call is under way. What she began to write takes it away again.
 */
export function NewRelease() {
  const { pathname } = useLocation()
  const { alarma } = useAlarma()
  const sharing = useAcompanamiento()
  const held = useStore(underWay)
  const [newer, setNewer] = useState(false)
  const [touched, setTouched] = useState('')

  useEffect(() => {
    if (!broughtBy) return
    const workers = navigator.serviceWorker
    // Another worker than the one that brought this page is of another release.
    const look = () => setNewer(workers.controller !== broughtBy)
    look()
    workers.addEventListener('controllerchange', look)
    return () => workers.removeEventListener('controllerchange', look)
  }, [])

  useEffect(() => {
    const touch = () => setTouched(pathname)
    document.addEventListener('input', touch)
    return () => document.removeEventListener('input', touch)
  }, [pathname])

  const busy =
    touched === pathname ||
    BUSY.test(pathname) ||
    sharing !== null ||
    held > 0 ||
    (alarma !== null && alarma.fase !== 'cerrada')
  return (
    <p
      role="status"
      className="border-linea border-t bg-crema px-4 text-sm empty:hidden md:fixed md:bottom-0 md:left-0 md:w-64 md:border-r md:bg-superficie"
    >
      {newer && !busy && (
        <button
          type="button"
          onClick={() => location.reload()}
          className="min-h-11 max-w-full rounded-control px-1 text-left text-tinta-suave leading-tight"
        >
          Hay una versión nueva.{' '}
          <span className="whitespace-nowrap font-semibold text-jacaranda-texto underline underline-offset-4">
            Actualizar
          </span>
        </button>
      )}
    </p>
  )
}
