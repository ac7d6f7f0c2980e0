import { followCached } from '../../../lib/offline/cachedQuery.ts'
import { confianzasQuery } from '../alarma/confianzas.ts'
import { contactosQuery } from './contactos.ts'

/**
 * Puts her contacts on this device before she needs them, and what each said to being told: a press without a network must know whom
 * to write to although she never opened that page here (docs/product.md#panic). Asked for until it was answered.
 *
 * @returns `first`: the contacts are known, or could not be had; and how to stop
 */
export function keepContactos(owner: string): { first: Promise<void>; stop: () => void } {
  const contactos = followCached(owner, contactosQuery(owner))
  let stopConfianzas = () => {}
  let over = false
  void contactos.first.then(() => {
    if (!over) stopConfianzas = followCached(owner, confianzasQuery(owner)).stop
  })
  return {
    first: contactos.first,
    stop: () => {
      over = true
      contactos.stop()
      stopConfianzas()
    },
  }
}
