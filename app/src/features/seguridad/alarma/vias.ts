/** How the service can reach somebody, in the words of `entregas.via`. */
export type ViaServicio = 'correo' | 'push' | 'sms' | 'whatsapp'

/** Each way as she reads it. */
export const NOMBRE_VIA: Record<ViaServicio, string> = {
  correo: 'correo',
  push: 'notificación',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
}

/** The same behind a verb: «enviada por correo». */
export const POR_VIA: Record<ViaServicio, string> = {
  correo: 'por correo',
  push: 'por notificación',
  sms: 'por SMS',
  whatsapp: 'por WhatsApp',
}
