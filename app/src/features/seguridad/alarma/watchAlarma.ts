import { type Fix, followPosition, observeLocationPermission } from '../../../lib/device/geolocation.ts'
import { whenIdle } from '../../../lib/device/idle.ts'
import { learnPausa } from './ajustes.ts'
import { createAlarma } from './alarma.ts'
import { readAbierta, watchAbierta, watchAlertas } from './alertas.ts'
import { showVista } from './vista.ts'

/** Her place while an alert is open: asks for no permission unless she has just pressed. */
export function follow(onFix: (fix: Fix) => void, pressed: boolean): () => void {
  let stop: (() => void) | undefined
  const unobserve = observeLocationPermission((permiso) => {
    const may = permiso === 'granted' || (permiso === 'unknown' && pressed)
    if (may) stop ??= followPosition(onFix)
    else {
      stop?.()
      stop = undefined
    }
  })
  return () => {
    unobserve()
    stop?.()
  }
}

/**
 * Runs the alert of the signed-in member, on every screen and on whichever device it was opened.
 *
 * @returns ends the watch, not the alert
 */
export function watchAlarma(owner: string): () => void {
  const { open } = createAlarma({
    owner,
    read: (known) => readAbierta(owner, known),
    // Behind what she came for.
    listen: (again) => {
      let stop: (() => void) | undefined
      const takeBack = whenIdle(() => {
        stop = watchAbierta(owner, again)
      })
      return () => {
        takeBack()
        stop?.()
      }
    },
    watch: (again, onLive) => watchAlertas(owner, again, onLive),
    follow,
    show: showVista,
  })
  // Where it cannot be known, a press has the default pause.
  const takeBack = whenIdle(() => void learnPausa(owner).catch(() => {}))
  const close = open()
  return () => {
    takeBack()
    close()
    showVista(null)
  }
}
