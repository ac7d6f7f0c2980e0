import type { Envio, Secretos } from '../envio.ts'
import { COACCION, isLate, isTimer } from '../textos/apertura.ts'
import { tellClosing } from '../textos/cierre.ts'
import { tellTime } from '../textos/momento.ts'
import { again, failed, HAND_OVER_MS, type OpenVia, readJson, siteOf, taken } from './via.ts'

/** Why a message will never reach a number. Source: WhatsApp Cloud API, "Error codes". */
const REFUSED: Record<number, string> = {
  131021: 'ese número no puede recibir estos mensajes',
  131026: 'ese número no tiene WhatsApp',
  131030: 'ese número no puede recibir estos mensajes',
  131050: 'ese número pidió no recibir mensajes',
}

/** Why one that had been taken did not arrive, for her eyes. */
export const undelivered = (code: number) => REFUSED[code] ?? 'WhatsApp no pudo entregarlo'

/**
 * By the Cloud API of WhatsApp, which lets a business write first only by a template that it approved: one with three texts,
 * who, what and where to look (docs/operations.md). It knows no idempotency key.
 */
export const openWhatsApp: OpenVia = (env) => {
  const token = env('WHATSAPP_TOKEN')
  const phone = env('WHATSAPP_PHONE_ID')
  const template = env('WHATSAPP_TEMPLATE')
  if (!token || !phone || !template) return undefined
  const api = (env('WHATSAPP_API_URL') ?? 'https://graph.facebook.com/v23.0').replace(/\/+$/, '')
  const [name, language = 'es'] = template.split(':')
  return {
    knowsRepeats: false,
    async deliver(envio, secretos) {
      const response = await fetch(`${api}/${phone}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: envio.destino.replace(/^\+/, ''),
          type: 'template',
          template: {
            name,
            language: { code: language },
            components: [
              {
                type: 'body',
                parameters: wordsOf(envio, secretos, siteOf(env)).map((text) => ({ type: 'text', text })),
              },
            ],
          },
        }),
        redirect: 'manual',
        signal: AbortSignal.timeout(HAND_OVER_MS),
      })
      const answer = ((await readJson(response)) ?? {}) as {
        messages?: { id?: unknown }[]
        error?: { code?: unknown }
      }
      const id = answer.messages?.[0]?.id
      if (response.ok && typeof id === 'string') return taken(id)
      const refused = typeof answer.error?.code === 'number' ? REFUSED[answer.error.code] : undefined
      return refused ? failed(refused) : again
    },
  }
}

/** Who, what, and where to look. The provider takes no line breaks and no runs of blanks in them. */
export function wordsOf(
  { tipo, datos }: Pick<Envio, 'tipo' | 'datos'>,
  { codigo }: Pick<Secretos, 'codigo'>,
  site: string,
  now?: Date,
): [who: string, what: string, where: string] {
  const who = datos.nombre ?? 'Alguien que confía en ti'
  const page = codigo ? `${site}/alerta/${codigo}?por=whatsapp` : site
  const hour = tellTime(datos.pulsada_en, datos.zona, { now })
  const since = `desde las ${hour}`
  const opening = datos.coaccion
    ? COACCION
    : isTimer(datos)
      ? `sin noticias suyas ${since}`
      : `te necesita ${since}${isLate(datos) ? '; su teléfono no tenía señal' : ''}`
  const what = {
    numero: `tu clave para confirmar este número es ${datos.digitos}`,
    prueba: 'es solo una prueba: sus avisos te llegan aquí',
    relevo: 'sus avisos ya no te llegan aquí: alguien respondió un enlace nuevo; si no fuiste tú, díselo',
    simulacro: 'SIMULACRO, no ha pasado nada; abre el enlace para que sepa que te llegó',
    repetida: datos.coaccion
      ? COACCION
      : isTimer(datos)
        ? `seguimos sin noticias suyas ${since}`
        : `te sigue necesitando ${since}`,
    cierre: tellClosing({ ...datos, nombre: who }, now),
    alerta: opening,
  }[tipo as 'alerta']
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  return [plain(who), plain(what ?? opening), page]
}
