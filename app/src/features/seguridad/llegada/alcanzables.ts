import { isReachable } from '../alarma/confianza.ts'
import { useConfianzas } from '../alarma/confianzas.ts'

/** Ids of the contacts whom the service can tell: who said yes and left a way that was confirmed. Null while that is not known. */
export function useAlcanzables(): ReadonlySet<string> | null {
  const { data } = useConfianzas()
  return data ? new Set(data.filter(isReachable).map(({ contacto_id }) => contacto_id)) : null
}
