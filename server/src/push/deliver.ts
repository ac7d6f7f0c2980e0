import webPush, { type VapidKeys } from 'web-push'

/** One message for one device. */
export interface Push {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  /** For how many seconds the push service may keep it for a device that is off. */
  ttl: number
}

/** `again`: it did not arrive and may be tried once more; `gone`: the device does not exist any more. */
export type PushOutcome = 'sent' | 'again' | 'gone' | 'refused'

export type DeliverPush = (push: Push) => Promise<PushOutcome>

const TIME_LIMIT_MS = 10_000
/**
 * The push services of the browsers. A member can write any address into her row; the server must not become the way
 * into what only it can reach.
 */
const VENDORS =
  /^https:\/\/(fcm\.googleapis\.com|[\w.-]+\.push\.(services\.mozilla|apple)\.com|[\w.-]+\.notify\.windows\.com)$/

/**
 * Hands messages to push services, encrypted for the device (RFC 8291). A message says nothing but its own id, so that
 * one which arrives twice is shown once; the words stand in the service worker.
 * @param subject who to write to about these messages: an https or mailto address
 * @param services origins besides those of the browser vendors
 */
export function pushDelivery(options: {
  keys: VapidKeys
  subject: string
  services: readonly string[]
}): DeliverPush {
  const { keys, subject, services } = options
  const isService = (endpoint: string) => {
    if (!URL.canParse(endpoint)) return false
    const { origin } = new URL(endpoint)
    return VENDORS.test(origin) || services.includes(origin)
  }

  return async ({ id, endpoint, p256dh, auth, ttl }) => {
    if (!isService(endpoint)) return 'refused'
    let request: webPush.RequestDetails
    try {
      request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify({ id }), {
        vapidDetails: { subject, ...keys },
        TTL: ttl,
        urgency: 'high',
      })
    } catch {
      // Keys that are none: nothing will ever arrive there.
      return 'gone'
    }
    try {
      const { status } = await fetch(endpoint, {
        method: 'POST',
        headers: request.headers as Record<string, string>,
        body: new Uint8Array(request.body as Buffer),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      })
      if (status >= 200 && status < 300) return 'sent'
      if (status === 404 || status === 410) return 'gone'
      return status === 429 || status >= 500 ? 'again' : 'refused'
    } catch {
      return 'again'
    }
  }
}
