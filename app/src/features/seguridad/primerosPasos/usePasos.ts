import { useState } from 'react'
import { useUser } from '../../../lib/session/session.tsx'
import { useCierre } from '../../../lib/session/useCierre.ts'
import { findInvitable, isReachable } from '../alarma/confianza.ts'
import { useConfianzas } from '../alarma/confianzas.ts'
import { useContactos } from '../contactos/contactos.ts'
import { usePosicion } from '../posicion/posicion.ts'
import { estadosOf, PASOS, type Paso } from './pasos.ts'

/** The steps to an alert that reaches somebody, as far as she is. */
export function usePasos() {
  const { id } = useUser()
  const { data: contactos, isFetched } = useContactos()
  const { data: confianzas, isFetched: isFetchedToo } = useConfianzas()
  const { memoria, permiso } = usePosicion(id)
  const hasPin = useCierre() !== null
  const reachable = confianzas?.filter(isReachable).length ?? 0
  const [passed, setPassed] = useState<ReadonlyMap<Paso, 'hecho' | 'omitido'>>(new Map())
  const estados = estadosOf({
    contactos: contactos?.length ?? 0,
    asked: confianzas?.some(({ estado }) => estado === 'invitada' || estado === 'acepto') ?? false,
    permiso,
    hasPin,
    passed,
  })
  return {
    /** Answered once, or failed: what is asked again meanwhile takes no step away from under her finger. */
    known: isFetched && isFetchedToo,
    estados,
    /** The one that is offered now; undefined once all are done or left out. */
    actual: PASOS.find((paso) => estados[paso] === 'ahora'),
    pass: (paso: Paso, how: 'hecho' | 'omitido') => setPassed((known) => new Map(known).set(paso, how)),
    contactos,
    confianzas,
    invitable: contactos && findInvitable(contactos, confianzas),
    reachable,
    /** Who was asked and has not answered, while nobody else would be told. */
    waitsFor:
      reachable === 0
        ? contactos?.find(({ id }) =>
            confianzas?.some(({ contacto_id, estado }) => contacto_id === id && estado === 'invitada'),
          )?.nombre
        : undefined,
    memoria,
    permiso,
  }
}
