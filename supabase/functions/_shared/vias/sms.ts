import type { Env } from '../env.ts'
import type { Envio, Resultado, Secretos } from '../envio.ts'
import { writeSms } from '../textos/sms.ts'
import { again, failed, functionsOf, HAND_OVER_MS, type OpenVia, readJson, siteOf, taken } from './via.ts'

/** Why Twilio will never send to a number. Source: Twilio, "Error and Warning Dictionary". */
const REFUSED: Record<number, string> = {
  21211: 'ese número no existe',
  21214: 'ese número no existe',
  21217: 'ese número no existe',
  21408: 'el proveedor no envía a ese país',
  21610: 'ese número pidió no recibir mensajes',
  21612: 'ese número no recibe SMS',
  21614: 'ese número no recibe SMS',
}
/** Why one that Twilio had taken did not arrive. Source: as above, 30001 to 30008. */
const UNDELIVERED: Record<number, string> = {
  30003: 'ese teléfono está apagado o sin señal',
  30004: 'ese número no recibe mensajes',
  30005: 'ese número no existe',
  30006: 'ese número no recibe SMS',
  30007: 'el operador no dejó pasar el SMS',
}

/** Why an SMS that had been taken did not arrive, for her eyes. */
export const undelivered = (code: number) => UNDELIVERED[code] ?? 'el operador no pudo entregarlo'

/** By SMS: through Twilio, or whatever takes a text as JSON (`SMS_URL`, which tells nothing of its arrival). */
export const openSms: OpenVia = (env) => {
  const hand = env('TWILIO_ACCOUNT_SID') ? byTwilio(env) : env('SMS_URL') ? byUrl(env) : undefined
  return (
    hand && {
      knowsRepeats: !env('TWILIO_ACCOUNT_SID'),
      deliver: (envio, secretos) =>
        hand(envio, writeSms(envio, secretos, { site: siteOf(env), por: 'sms' }), secretos),
    }
  )
}

type Hand = (envio: Envio, text: string, secretos: Secretos) => Promise<Resultado>

/** Twilio's REST API, "Create a Message". It knows no idempotency key: an answer that never came may mean two messages. */
function byTwilio(env: Env): Hand {
  const account = env('TWILIO_ACCOUNT_SID')!
  const api = (env('TWILIO_API_URL') ?? 'https://api.twilio.com').replace(/\/+$/, '')
  const from = env('TWILIO_FROM') ?? ''
  const webhook = `${functionsOf(env)}/alarma-sms`
  return async ({ destino }, text) => {
    const form = new URLSearchParams({
      To: destino,
      [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
      Body: text,
      StatusCallback: webhook,
    })
    const response = await fetch(`${api}/2010-04-01/Accounts/${account}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${account}:${env('TWILIO_AUTH_TOKEN') ?? ''}`)}` },
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(HAND_OVER_MS),
    })
    const { sid, code } = ((await readJson(response)) ?? {}) as { sid?: unknown; code?: unknown }
    if (response.ok && typeof sid === 'string') return taken(sid)
    const refused = response.status === 400 && typeof code === 'number' ? REFUSED[code] : undefined
    return refused ? failed(refused) : again
  }
}

/** The service that sends codes too: each message as JSON, `{ "to": "+52…", "text": "…" }`. */
function byUrl(env: Env): Hand {
  const token = env('SMS_TOKEN')
  return async ({ destino, clave }, text) => {
    const response = await fetch(env('SMS_URL')!, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': clave,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ to: destino.startsWith('+') ? destino : `+${destino}`, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(HAND_OVER_MS),
    })
    await response.body?.cancel()
    return response.ok ? taken() : again
  }
}
