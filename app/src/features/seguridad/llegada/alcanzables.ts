import { isReachable } from '../alarma/confianza.ts'
import { useConfianzas } from '../alarma/confianzas.ts'

/** Ids of the contacts whom the service can tell: who said yes and left a way that was confirmed. Null while that is not known. */
export function useAlcanzables(): ReadonlySet<string> | null {
  const { data } = useConfianzas()
  return data ? new Set(data.filter(isReachable).map(({ contacto_id }) => contacto_id)) : null
}

/** What a timer does, and that it would reach nobody where that is known. */
export function describeLlegada(alcanzables: ReadonlySet<string> | null): string {
  return alcanzables?.size === 0
    ? 'Si a tu hora no dices que llegaste, se abre tu alerta; por ahora no le llegaría a nadie.'
    : 'Si a tu hora no dices que llegaste, tu alerta se abre sola. No necesita tu teléfono.'
}
