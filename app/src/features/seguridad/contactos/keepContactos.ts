import { queryClient } from '../../../lib/api/query.ts'
import { followCached } from '../../../lib/offline/cachedQuery.ts'
import { putPrincipal } from '../../../lib/session/ficha.ts'
import { onCierre } from '../../../lib/session/sessionStorage.ts'
import { confianzasQuery } from '../alarma/confianzas.ts'
import { splitContactos } from '../panico/alerta.ts'
import { type Contacto, contactosQuery } from './contactos.ts'

/**
 * Puts her contacts on this device before she needs them, and what each said to being told: a press without a network must know whom
 * to write to although she never opened that page here (docs/product.md#panic). Asked for until it was answered.
 *
 * @returns `first`: the contacts are known, or could not be had; and how to stop
 */
export function keepContactos(owner: string): { first: Promise<void>; stop: () => void } {
  const contactos = followCached(owner, contactosQuery(owner))
  const stopPrincipal = keepPrincipal(owner)
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
      stopPrincipal()
      stopConfianzas()
    },
  }
}

/** Behind a PIN a press has one number: as it is now, and as it changes. @returns how to stop */
function keepPrincipal(owner: string): () => void {
  const { queryKey } = contactosQuery(owner)
  const keep = () => {
    const contactos = queryClient.getQueryData<Contacto[]>(queryKey)
    if (!contactos) return
    const { principal } = splitContactos(contactos)
    putPrincipal(principal && { id: principal.id, telefono: principal.telefono })
  }
  keep()
  const stop = queryClient.getQueryCache().subscribe(keep)
  const stopPin = onCierre(keep)
  return () => {
    stop()
    stopPin()
  }
}
