/** What an envío is about, as the queue says. */
export type Tipo =
  | 'alerta'
  | 'repetida'
  | 'cierre'
  | 'simulacro'
  | 'confirmacion'
  | 'numero'
  | 'prueba'
  | 'relevo'
  | 'llegada'
  | 'recordatorio'
  | 'convocatoria'
  | 'soporte'
  | 'devolucion'
  | 'guardia'
  | 'comunicado'
  | 'encuentro'

export type ViaName = 'correo' | 'push' | 'sms' | 'whatsapp'

/** What the queue knows of an envío beyond where it goes (docs/alarm.md, "What the sender calls"). */
export interface Datos {
  alerta?: string
  nombre?: string
  con_tema?: boolean
  origen?: 'boton' | 'llegada' | 'simulacro'
  pulsada_en?: string
  zona?: string
  tardia?: boolean
  pulsaciones?: number
  nota?: string | null
  numero_emergencia?: string
  /** Nobody has dialled it, and no dated page states it. */
  numero_sin_verificar?: boolean
  motivo?: 'a_salvo' | 'por_error' | 'sin_noticias' | 'cuenta_eliminada' | null
  con_pin?: boolean
  /** She closed it with the PIN that she uses where somebody makes her: it goes on. */
  coaccion?: boolean
  cerrada_en?: string
  /** Of `numero`: what is typed. */
  digitos?: string
  /** Of `convocatoria`: the role that she is invited to. */
  papel?: string
  /** For how many seconds it is worth delivering. */
  segundos?: number
  [more: string]: unknown
}

/** One message that is due, as `tomar_envios` hands it over. */
export interface Envio {
  id: string
  tipo: Tipo
  via: ViaName
  intento: number
  /** The same at every attempt: who takes it twice may tell. */
  clave: string
  destino: string
  p256dh?: string | null
  auth?: string | null
  datos: Datos
  codigo_de?: string | null
  recibo_de?: string | null
  clave_de?: string | null
}

/** What only the message contains: the database knows their fingerprints. */
export interface Secretos {
  codigo?: string
  recibo?: string
  /** Of a mail that confirms an address, or tries it. */
  clave?: string
  /** The same for all messages on one alert to one contact, and no way back to its code. */
  tag: string
}

/** How handing one over ended. `por_repetir`: later again; `ya_no_existe`: nothing will ever arrive there. */
export interface Resultado {
  resultado: 'enviada' | 'por_repetir' | 'fallida' | 'ya_no_existe'
  /** Of `fallida`: the reason, in Spanish, for her eyes. */
  detalle?: string
  /** How the provider names it, in its webhooks too. */
  proveedor_id?: string
}
