import { toServiceError } from '../../lib/api/errors.ts'
import { NOT_HERE } from '../../lib/toast/notHere.ts'

/** Why days of a month are not here, or not as the service has them. */
export function lackingWords(failure: Error, isKept: boolean): string {
  const { isOffline, code } = toServiceError(failure)
  const noNetwork = isOffline || code === 'request_timeout'
  if (isKept) return `${noNetwork ? 'Sin conexión' : 'No llegó'}: es lo que guarda este dispositivo.`
  return noNetwork
    ? 'Sin conexión, y este mes no está en este dispositivo. Quedan aquí los últimos que abriste.'
    : NOT_HERE
}
