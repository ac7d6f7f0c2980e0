import { isReachable } from '../alarma/confianza.ts'
import { useConfianzas } from '../alarma/confianzas.ts'

/** Ids of the contacts whom the service can tell: who said yes and left a way that was confirmed. Null while that is not known. */
export function useAlcanzables(): ReadonlySet<string> | null {
  const { data } = useConfianzas()
  return data ? new Set(data.filter(isReachable).map(({ contacto_id }) => contacto_id)) : null
}

/** Names of those whom the service can tell, in her order; null while that is not known. */
export const namesOf = (
  contactos: readonly { id: string; nombre: string }[],
  alcanzables: ReadonlySet<string> | null,
): string[] | null =>
  alcanzables && contactos.filter(({ id }) => alcanzables.has(id)).map(({ nombre }) => nombre)

/** Who would be told, or that nobody would; what it does while that is not known. */
export function describeLlegada(nombres: readonly string[] | null): string {
  if (nombres === null) return 'Si no dices que llegaste, tu alerta se abre sola.'
  const [first, second] = nombres
  if (!first) return 'Si no dices que llegaste, por ahora no le avisamos a nadie.'
  const who = nombres.length > 2 ? `tus ${nombres.length} contactos` : second ? `${first} y ${second}` : first
  return `Si no dices que llegaste, le avisamos a ${who}.`
}
