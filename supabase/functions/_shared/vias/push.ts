import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request as secureRequest } from 'node:https'
import webPush from 'web-push'
import type { Datos, Envio, Secretos, Tipo } from '../envio.ts'
import { writeNotice } from '../textos/notice.ts'
import { again, failed, HAND_OVER_MS, type OpenVia, taken } from './via.ts'

const DAY_SECONDS = 24 * 3600
/**
 * The push services of the browsers. Anybody with a code can write any address; the sender must not become the way into what
 * only it can reach.
 */
const VENDORS =
  /^https:\/\/(fcm\.googleapis\.com|[\w.-]+\.push\.(services\.mozilla|apple)\.com|[\w.-]+\.notify\.windows\.com)$/

const GONE = { resultado: 'ya_no_existe' } as const

/**
 * To a device, encrypted for it alone (RFC 8291). The service has taken it, no more: that it arrived the device's own worker says
 * (`acusar_entrega`).
 */
export const openPush: OpenVia = (env) => {
  const publicKey = env('VAPID_PUBLIC_KEY')
  const privateKey = env('VAPID_PRIVATE_KEY')
  if (!publicKey || !privateKey) return undefined
  const subject = env('VAPID_SUBJECT') ?? env('SITE_URL') ?? ''
  const services = (env('PUSH_SERVICES') ?? '').split(/[\s,]+/).filter(Boolean)
  const isService = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false
    const { origin } = new URL(endpoint)
    return VENDORS.test(origin) || services.includes(origin)
  }

  return {
    knowsRepeats: true,
    async deliver(envio, secretos) {
      const { destino: endpoint, p256dh, auth, datos } = envio
      if (!isService(endpoint)) return failed('ese dispositivo no recibe avisos')
      if (!p256dh || !auth) return GONE
      let request: webPush.RequestDetails
      try {
        request = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          JSON.stringify(payload(envio, secretos)),
          {
            headers: {
              Authorization: authorizationFor(new URL(endpoint).origin, { subject, publicKey, privateKey }),
            },
            TTL: secondsOf(datos),
            urgency: 'high',
            // What waits for a device that is off is replaced, not heaped up (RFC 8030, 5.4).
            topic: secretos.tag,
          },
        )
      } catch {
        // Keys that are none: nothing will ever arrive there.
        return GONE
      }
      const status = await post(endpoint, request)
      if (status >= 200 && status < 300) return taken()
      if (status === 404 || status === 410) return GONE
      return status === 400 || status === 413 ? failed('ese dispositivo no recibe avisos') : again
    },
  }
}

const agents = { 'https:': new Agent({ keepAlive: true }), 'http:': new PlainAgent({ keepAlive: true }) }

/**
 * Posts over a connection that stays open, and follows no redirect. By Node's own client, which both hosts have: `fetch` takes twice as much of
 * the processor, and a press is hundreds of these. @returns the status @throws without an answer in time
 */
function post(endpoint: string, details: webPush.RequestDetails, isSecond = false): Promise<number> {
  const { headers, body } = details
  const isPlain = endpoint.startsWith('http:')
  const [send, agent] = isPlain ? [plainRequest, agents['http:']] : [secureRequest, agents['https:']]
  return new Promise((resolve, reject) => {
    const request = send(endpoint, { method: 'POST', agent, headers: headers as Record<string, string> })
    const timer = setTimeout(
      () => request.destroy(new DOMException('no answer in time', 'TimeoutError')),
      HAND_OVER_MS,
    )
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
    }
    request.once('error', (error: NodeJS.ErrnoException) =>
      end(() => {
        // The service closed a connection in the instant in which it was used again.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !isSecond
        if (isStale) resolve(post(endpoint, details, true))
        else reject(error)
      }),
    )
    request.once('response', (response) => {
      // Read to its end, so that the connection is free for the next one.
      response.resume()
      response.once('error', (error) => end(() => reject(error)))
      response.once('end', () => end(() => resolve(response.statusCode ?? 0)))
    })
    request.end(body)
  })
}

/** How long one token is used; it is good for twice as long (RFC 8292, 2: a day at most, and to be used again). */
const TOKEN_MS = 6 * 3600 * 1000
const MAX_TOKENS = 1_000
const tokens = new Map<string, { authorization: string; until: number }>()

/** Who sends, signed for one push service: signing is most of the work of a push, so that a token serves more than one. */
function authorizationFor(
  audience: string,
  { subject, publicKey, privateKey }: { subject: string; publicKey: string; privateKey: string },
): string {
  const now = Date.now()
  const name = `${audience} ${subject} ${publicKey}`
  const known = tokens.get(name)
  if (known && known.until > now) return known.authorization
  const expires = Math.floor((now + 2 * TOKEN_MS) / 1000)
  const { Authorization: authorization } = webPush.getVapidHeaders(
    audience,
    subject,
    publicKey,
    privateKey,
    'aes128gcm',
    expires,
  )
  // A vendor may have any number of subdomains, and members write the addresses: without an end the map would grow for ever.
  if (tokens.size >= MAX_TOKENS) tokens.clear()
  tokens.set(name, { authorization, until: now + TOKEN_MS })
  return authorization
}

/** What goes to her own devices. */
const FOR_HERSELF: readonly Tipo[] = [
  'llegada',
  'recordatorio',
  'soporte',
  'devolucion',
  'guardia',
  'comunicado',
  'encuentro',
]

/** To a contact with words; to her own devices without: those stand in the service worker. */
function payload(envio: Envio, { codigo, recibo, tag }: Secretos): Record<string, unknown> {
  const { tipo, datos, clave } = envio
  if (FOR_HERSELF.includes(tipo)) return { tipo, id: clave, ...datos }
  const shown = tipo === 'repetida' ? 'alerta' : tipo
  return { tipo: shown, codigo, recibo, ...writeNotice(envio), tag }
}

function secondsOf({ segundos }: Datos): number {
  return typeof segundos === 'number' && segundos > 0 ? Math.ceil(segundos) : DAY_SECONDS
}
