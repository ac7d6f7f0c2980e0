import { longFecha } from '../../../lib/time/fechas.ts'
import { NOMBRE_VIA, type ViaServicio } from './vias.ts'

/** What a contact said to being one, and how the service reaches them: a row of `mis_confianzas`. */
export type Confianza = {
  contacto_id: string
  estado: 'sin_invitar' | 'invitada' | 'acepto' | 'no_puede' | 'vencio' | 'se_fue'
  vence_en: string | null
  respondida_en: string | null
  vias: {
    via: ViaServicio
    confirmada: boolean
    probada_en: string | null
    /** A way that she does not know of may be somebody else's: she reads since when it is there. */
    agregada_en?: string
  }[]
}

const confirmed = ({ vias }: Confianza) => vias.filter(({ confirmada }) => confirmada)

/** Whether the service can tell this contact: they said yes, and left a way that was confirmed. */
export function isReachable(confianza: Confianza | undefined): boolean {
  return confianza?.estado === 'acepto' && confirmed(confianza).length > 0
}

/** Whether something of ours was seen to arrive there: only then she may rely on it. */
export function isProven(confianza: Confianza | undefined): confianza is Confianza {
  return isReachable(confianza) && lastProof(confianza!) !== null
}

/** When a message was last seen to arrive by any of its ways, or null. */
export function lastProof({ vias }: Confianza): string | null {
  return vias.reduce<string | null>(
    (last, { probada_en }) => (probada_en && (!last || probada_en > last) ? probada_en : last),
    null,
  )
}

export type Tono = 'bien' | 'espera' | 'falta'

/** In one or two short sentences, what she has to know of a contact. */
export function describeConfianza(confianza: Confianza | undefined): { tono: Tono; texto: string } {
  switch (confianza?.estado) {
    case undefined:
    case 'sin_invitar':
      return { tono: 'falta', texto: 'Sin invitar: le escribes tú.' }
    case 'invitada':
      return {
        tono: 'espera',
        texto: confianza.vence_en
          ? `Enlace creado. Puede responder hasta el ${longFecha(new Date(confianza.vence_en))}.`
          : 'Enlace creado. Todavía no responde.',
      }
    case 'no_puede':
      return { tono: 'falta', texto: 'Respondió que no puede. Le escribes tú por WhatsApp.' }
    case 'vencio':
      return { tono: 'falta', texto: 'El enlace venció sin respuesta.' }
    case 'se_fue':
      return { tono: 'falta', texto: 'Ya no recibe tus alertas: le escribes tú por WhatsApp.' }
    case 'acepto':
      return describeVias(confianza)
  }
}

function describeVias(confianza: Confianza): { tono: Tono; texto: string } {
  const ways = confirmed(confianza)
  if (ways.length === 0) {
    return confianza.vias.length > 0
      ? {
          tono: 'espera',
          texto: `Aceptó, y le falta confirmar ${confianza.vias.map(({ via }) => WHAT_WAITS[via]).join(' y ')}.`,
        }
      : { tono: 'espera', texto: 'Aceptó, pero aún no dejó cómo recibir tus alertas.' }
  }
  const names = ways
    .map(({ via, agregada_en }) =>
      agregada_en ? `${NOMBRE_VIA[via]} desde el ${longFecha(new Date(agregada_en))}` : NOMBRE_VIA[via],
    )
    .join(' y ')
  const proof = lastProof(confianza)
  return {
    tono: proof ? 'bien' : 'espera',
    texto: `Aceptó: ${names}. ${proof ? `Comprobado el ${longFecha(new Date(proof))}.` : 'Sin comprobar todavía.'}`,
  }
}

/** Whom she would ask first, and how: who accepted and lacks a way, who was not asked, whose link ran out, who has not answered; never who said no. */
export function findInvitable<Contacto extends { id: string }>(
  contactos: readonly Contacto[],
  confianzas: readonly Confianza[] = [],
): (Contacto & { como: string }) | undefined {
  const confianzaOf = ({ id }: Contacto) => confianzas.find(({ contacto_id }) => contacto_id === id)
  for (const wanted of ['acepto', 'sin_invitar', 'vencio', 'invitada'] as const) {
    const found = contactos.find((contacto) => {
      const confianza = confianzaOf(contacto)
      return (confianza?.estado ?? 'sin_invitar') === wanted && !isReachable(confianza)
    })
    if (found) return { ...found, como: describeInvite(confianzaOf(found)) }
  }
  return undefined
}

/** What waits for its confirmation. */
const WHAT_WAITS: Record<ViaServicio, string> = {
  correo: 'su correo',
  push: 'sus notificaciones',
  sms: 'su número para SMS',
  whatsapp: 'su número de WhatsApp',
}

/** To how many people something of ours has arrived, a test or a mail to confirm an address, and when last: short lines, one thing each. */
export function describePrueba(confianzas: readonly Confianza[]): string[] | null {
  const proofs = confianzas.filter(isReachable).flatMap((confianza) => lastProof(confianza) ?? [])
  const last = proofs.sort().at(-1)
  if (!last) return null
  const people = proofs.length === 1 ? 'una persona' : `${proofs.length} personas`
  return [`Comprobado con ${people}.`, `La última vez, el ${longFecha(new Date(last))}.`]
}

/** What may be asked of a contact, as the button under them says. */
export function describeInvite(confianza: Confianza | undefined): string {
  switch (confianza?.estado) {
    case undefined:
    case 'sin_invitar':
      return 'Invitar'
    case 'invitada':
      return 'Recordarle'
    case 'acepto':
      return isReachable(confianza) ? 'Nuevo enlace' : 'Recordarle'
    default:
      return 'Invitar de nuevo'
  }
}

/** What a new link changes, for whom has one already; null where nobody holds one. */
export function describeNewLink(confianza: Confianza | undefined): string | null {
  if (confianza?.estado === 'invitada') return 'Si creas otro enlace, el anterior deja de servir.'
  if (confianza?.estado !== 'acepto') return null
  return isReachable(confianza)
    ? 'Con un enlace nuevo elige otra vez cómo le llega. Hasta que lo use, todo sigue como está.'
    : 'Si cerró su página, con un enlace nuevo la abre otra vez.'
}

/*
 * What waits in the messaging app. No product, no topic: somebody else may read over that shoulder.
 */

/** When she shares a link. */
export function invitacionMessage(nombre: string, href: string, accepted = false): string {
  return accepted
    ? `Hola, ${nombre}. Gracias por aceptar. Abre este enlace para elegir cómo te llegan mis mensajes:\n${href}`
    : `Hola, ${nombre}. Quiero que seas una de mis personas de confianza: si un día pido ayuda, te llega un mensaje. Aquí lo explican y decides si puedes:\n${href}`
}

/** With the link that was sent, or the page that is open there. */
export function reminderMessage(nombre: string, accepted: boolean): string {
  return accepted
    ? `Hola, ${nombre}. Gracias por aceptar. Falta un paso: en la página que se te abrió, elige cómo te llegan mis mensajes. Si ya la cerraste, dime y te mando otro enlace.`
    : `Hola, ${nombre}. Te mandé un enlace para ser una de mis personas de confianza. ¿Lo abres y me dices si puedes?`
}
