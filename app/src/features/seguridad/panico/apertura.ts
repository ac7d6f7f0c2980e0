import { isApple } from '../../../lib/device/apple.ts'
import { openInTap } from '../../../lib/outside/outside.ts'
import type { Contacto } from '../contactos/contactos.ts'
import { type Via, viasTo } from './alerta.ts'
import type { Alerta, Apertura } from './estado.ts'
import { describeEvento, eventos } from './eventos.ts'

/** How a message to her goes out best now: by WhatsApp, without a network by SMS. */
export function bestVia(principal: Contacto, mensaje: string): (Via & { canal: 'whatsapp' | 'sms' }) | null {
  const [via] = viasTo(principal, mensaje, { online: navigator.onLine, apple: isApple() })
  return via && via.canal !== 'llamada' ? { ...via, canal: via.canal } : null
}

/**
 * Opens WhatsApp with the message, from within a tap. Without a network it may be a website that cannot load, so then
 * she chooses between it and an SMS.
 *
 * @returns what was opened; null where nothing was
 */
export function openWhatsapp(principal: Contacto, mensaje: string): Apertura | null {
  const via = bestVia(principal, mensaje)
  if (via?.canal !== 'whatsapp' || !navigator.onLine || !openInTap(via.href)) return null
  return { canal: via.canal, contactoId: via.contactoId, nombre: via.nombre }
}

/** Records in the event what was opened, whether it still waits on the device or has arrived. */
export function recordApertura(
  owner: string,
  { id, pressedAt, whereabouts }: Alerta,
  { canal, contactoId }: Apertura,
): void {
  const body = describeEvento({ pressedAt, whereabouts, contactoId, abierto: true })
  void eventos.put({ id, owner, at: pressedAt, state: 'ready', body: { ...body, canal } })
}
