import { callAsNobody } from '../../lib/api/plainRequest.ts'
import { type Respuesta, readVista, type Vista } from './vista.ts'

/** A bad line answers late or never: then asking anew is quicker than waiting. */
const WITHIN_MS = 12_000

type Options = { signal?: AbortSignal }

/**
 * An alert as its link shows it now. To be called only while the page is visible: the call marks the alert as seen.
 *
 * @param por the way by which the link came, where its address says so
 * @returns null for a link that shows nothing, or nothing any more
 * @throws ServiceError as `ask` does
 */
export async function fetchVista(codigo: string, por: string | null, options: Options = {}): Promise<Vista> {
  const answer = await callAsNobody('ver_alerta', { codigo, por }, { within: WITHIN_MS, ...options })
  return readVista(answer, Date.now())
}

/** Tells her what this contact answers; another answer replaces it. @returns as {@link fetchVista} */
export async function sendRespuesta(
  codigo: string,
  respuesta: Respuesta,
  options: Options = {},
): Promise<Vista> {
  const answer = await callAsNobody(
    'responder_alerta',
    { codigo, respuesta },
    { within: WITHIN_MS, ...options },
  )
  return readVista(answer, Date.now())
}

/** At once and for ever: nothing more comes to this contact, and their address and devices are erased. */
export async function leaveContacto(codigo: string): Promise<void> {
  await callAsNobody('dejar_de_ser_contacto', { codigo }, { keepalive: true })
}
