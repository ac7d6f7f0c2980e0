import { smsHref, telHref, whatsappDigits, whatsappHref } from '../../../lib/outside/phone.ts'

/** What an alert needs to know of a contact. */
export type Destino = { id: string; nombre: string; telefono: string; prioridad: number }

/** What a message can be handed to, in the words of `eventos_peligro.canal`. */
export type ViaKind = 'whatsapp' | 'sms' | 'llamada'

/** One tap that reaches somebody: a link into another app. */
export type Via = { canal: ViaKind; href: string; contactoId: string; nombre: string }

export const PRIORIDAD_MAXIMA = 1

/**
 * Whom the panic button writes to, and who else there is.
 *
 * @param contactos ordered by prioridad, then oldest first
 * @returns `principal`: the oldest of priority 1 whose number can receive a message; null when there is none
 */
export function splitContactos<Contacto extends Destino>(
  contactos: readonly Contacto[],
): { principal: Contacto | null; otros: Contacto[] } {
  const principal =
    contactos.find(
      ({ prioridad, telefono }) => prioridad === PRIORIDAD_MAXIMA && whatsappDigits(telefono) !== null,
    ) ?? null
  return { principal, otros: contactos.filter((contacto) => contacto !== principal) }
}

/** What decides how a contact is best reached: without a network, and in which dialect of `sms:` links. */
export type Aparato = { online: boolean; apple: boolean }

/**
 * The ways to reach a contact, best first. Without a network an SMS goes before WhatsApp; a number that receives no
 * messages can only be called; one that is no number cannot be reached at all.
 *
 * @param mensaje what will wait in the other app
 */
export function viasTo(
  { id: contactoId, nombre, telefono }: Destino,
  mensaje: string,
  { online, apple }: Aparato,
): Via[] {
  const whatsapp = { canal: 'whatsapp', href: whatsappHref(telefono, mensaje) } as const
  const sms = { canal: 'sms', href: smsHref(telefono, mensaje, apple) } as const
  const llamada = { canal: 'llamada', href: telHref(telefono) } as const
  const messages = online ? [whatsapp, sms] : [sms, whatsapp]
  return [...messages, llamada].flatMap(({ canal, href }) =>
    href === null ? [] : [{ canal, href, contactoId, nombre }],
  )
}

/** A message to somebody whom she chooses in the other app: it needs no contact. Best first, as {@link viasTo}. */
export function viasToAnybody(
  mensaje: string,
  { online, apple }: Aparato,
): { canal: 'whatsapp' | 'sms'; href: string; text: string }[] {
  const whatsapp = {
    canal: 'whatsapp',
    href: whatsappHref(null, mensaje)!,
    text: 'Elegir a quién escribir en WhatsApp',
  } as const
  const sms = {
    canal: 'sms',
    href: smsHref(null, mensaje, apple),
    text: 'Elegir a quién enviar un SMS',
  } as const
  return online ? [whatsapp, sms] : [sms, whatsapp]
}
