import { openAlerta, pasosOf, pruebaOf } from './unheard.ts'

/** Ends by the second PIN that wait, as a locked page tells them: a press that says that she was made to. */
export function forcedOf(owner: string): { id: string; pressedAt: number; prueba: string }[] {
  const pasos = pasosOf(owner)
  return pasos.flatMap(({ at, body: { que, alerta } }) => {
    const prueba = que === 'cerrar' && pruebaOf(owner, alerta)
    if (!prueba) return []
    const press = pasos.find(({ body }) => body.que === 'abrir' && body.alerta === alerta)?.body
    return { id: alerta, pressedAt: press?.que === 'abrir' ? press.pulsadaEn : at, prueba }
  })
}

/**
 * Before the page loses its key: such an end waits sealed, and would not leave until her own PIN opens the device.
 *
 * @returns to be called on the locked page: tells it
 */
export function keepForced(owner: string): () => void {
  const forced = forcedOf(owner)
  return () => {
    for (const press of forced) void openAlerta({ owner, ...press })
  }
}
