import type { Env } from '../_shared/env.ts'
import { fromHex, isSigned } from '../_shared/firmas.ts'
import { noteReceipt, type Recibo } from '../_shared/recibo.ts'
import { answering, json, Refusal } from '../_shared/refusal.ts'
import { undelivered } from '../_shared/vias/whatsapp.ts'

/**
 * Makes the handler of `alarma-whatsapp`: WhatsApp's webhooks on messages, signed with the app's secret, and the `GET` by which it verifies
 * that this address wants them. A message that was read in WhatsApp counts as arrived only: `vista` means that our page was opened.
 * Source: Meta, "Webhooks: getting started", "WhatsApp Cloud API: status messages".
 * @returns 200 for what was taken note of or concerns nobody here, 401 for what was not signed, 403 for a verification without
 *   our token, 501 where WhatsApp is not set up
 */
export function createHandler(env: Env): (request: Request) => Promise<Response> {
  const take = answering(async (request) => {
    const secret = env('WHATSAPP_APP_SECRET')
    if (!secret) throw new Refusal(501, 'WhatsApp no está configurado.')
    const body = await request.text()
    const signature = fromHex(
      /^sha256=(.+)$/.exec(request.headers.get('x-hub-signature-256') ?? '')?.[1] ?? '',
    )
    if (!(await isSigned('SHA-256', secret, body, signature)))
      throw new Refusal(401, 'La firma no es válida.')
    const noted = await Promise.all(readReceipts(body).map((recibo) => noteReceipt(env, 'whatsapp', recibo)))
    return json(200, { anotados: noted.filter(Boolean).length })
  })
  return async (request) => (request.method === 'GET' ? greet(env, request) : take(request))
}

/** Answers the question with the word it came with, if it knows ours. */
function greet(env: Env, request: Request): Response {
  const asked = new URL(request.url).searchParams
  const word = env('WHATSAPP_VERIFY_TOKEN')
  const isTheirs = word && asked.get('hub.mode') === 'subscribe' && asked.get('hub.verify_token') === word
  if (!isTheirs) return json(403, { error: 'No es para ti.' })
  return new Response(asked.get('hub.challenge') ?? '', {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}

interface Status {
  id?: unknown
  status?: unknown
  errors?: { code?: unknown }[]
}

/** The last word on each message: a body may contain several, in any order. */
function readReceipts(body: string): Recibo[] {
  let news: { entry?: { changes?: { value?: { statuses?: Status[] } }[] }[] } | null
  try {
    news = JSON.parse(body)
  } catch {
    return []
  }
  const statuses = list(news?.entry).flatMap((entry) =>
    list(entry?.changes).flatMap((change) => list(change?.value?.statuses)),
  )
  return statuses.flatMap((one): Recibo[] => {
    if (typeof one?.id !== 'string') return []
    if (one.status === 'delivered' || one.status === 'read') return [{ id: one.id, resultado: 'entregada' }]
    if (one.status !== 'failed') return []
    return [{ id: one.id, resultado: 'fallida', detalle: undelivered(Number(list(one.errors)[0]?.code)) }]
  })
}

function list<Item>(value: Item[] | undefined): Item[] {
  return Array.isArray(value) ? value : []
}
