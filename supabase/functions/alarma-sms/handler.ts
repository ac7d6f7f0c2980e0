import type { Env } from '../_shared/env.ts'
import { fromBase64, isSigned } from '../_shared/firmas.ts'
import { noteReceipt, type Recibo } from '../_shared/recibo.ts'
import { answering, json, Refusal } from '../_shared/refusal.ts'
import { undelivered } from '../_shared/vias/sms.ts'
import { functionsOf } from '../_shared/vias/via.ts'

/** Twilio's webhooks are a few hundred letters. Anything longer is not theirs, and checking its signature would only cost time. */
const LONGEST = 8_000

/**
 * Makes the handler of `alarma-sms`: what Twilio tells of an SMS, signed with the account's token.
 * Source: Twilio, "Validating requests", "Track outbound message status".
 * @returns 200 for what was taken note of or concerns nobody here, 401 for what Twilio did not sign, 413 for what is too long, 501 without an account
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  return answering(async (request) => {
    const token = env('TWILIO_AUTH_TOKEN')
    if (!token) throw new Refusal(501, 'No hay proveedor de SMS.')
    const body = await request.text()
    if (body.length > LONGEST) throw new Refusal(413, 'Es demasiado largo.')
    const params = new URLSearchParams(body)
    // The address that Twilio called is the public one, whatever proxies made of it.
    const url = `${functionsOf(env)}/alarma-sms${new URL(request.url).search}`
    const signature = fromBase64(request.headers.get('x-twilio-signature') ?? '')
    const isTheirs = async (address: string) =>
      isSigned('SHA-1', token, signedText(address, params), signature)
    // Twilio signs now with the port, now without it, as its own libraries note.
    if (!(await isTheirs(url)) && !(await isTheirs(withPort(url))))
      throw new Refusal(401, 'La firma no es válida.')
    const recibo = readReceipt(params)
    return json(200, { anotado: recibo ? await noteReceipt(env, 'sms', recibo) : false })
  })
}

/** The address, then each parameter in the order of names: its name and its value. */
function signedText(url: string, params: URLSearchParams): string {
  const names = [...new Set(params.keys())].sort()
  return names.reduce(
    (text, name) =>
      text +
      [...new Set(params.getAll(name))]
        .sort()
        .map((value) => name + value)
        .join(''),
    url,
  )
}

function withPort(url: string): string {
  const { protocol, host, port, pathname, search } = new URL(url)
  if (port) return url
  return `${protocol}//${host}:${protocol === 'https:' ? 443 : 80}${pathname}${search}`
}

function readReceipt(params: URLSearchParams): Recibo | undefined {
  const id = params.get('MessageSid')
  const status = params.get('MessageStatus')
  if (!id) return undefined
  if (status === 'delivered' || status === 'read') return { id, resultado: 'entregada' }
  if (status === 'undelivered' || status === 'failed')
    return { id, resultado: 'fallida', detalle: undelivered(Number(params.get('ErrorCode'))) }
  return undefined
}
