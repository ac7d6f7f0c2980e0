import { cameByLink } from '../../lib/session/retorno.ts'

/** State of a change of address: no link led here; one mailbox agreed; both agreed and a day is left; done. */
export type CambioDeCorreo = 'nada' | 'medio' | 'espera' | 'hecho'

/** What our auth server says where both mailboxes have agreed and the change waits for its day (docs/api.md, "Mailed links"). */
const ESPERA = 'Both addresses are confirmed. The change will be made after a day'

/** Reads the address that a link of a change of address led to. */
export function readCorreoChange({ search, hash }: { search: string; hash: string }): CambioDeCorreo {
  if (!cameByLink({ search, hash })) return 'nada'
  const message =
    new URLSearchParams(search).get('message') ?? new URLSearchParams(hash.slice(1)).get('message')
  if (message === null) return 'hecho'
  return message === ESPERA ? 'espera' : 'medio'
}
