import type { Env } from '../_shared/env.ts'
import { Refusal } from '../_shared/refusal.ts'

/** 144 random bits: an address that nobody guesses, and short enough for every provider. */
const NAME_BYTES = 18
const DAILY_API = 'https://api.daily.co/v1'
/** She is waiting for the call to open. */
const PROVIDER_TIMEOUT_MS = 5_000

/**
 * A new call: a room at Daily where there is a key, on a Jitsi server where one is set, else on a page of our own.
 * @param expires when it ends, in seconds since 1970
 * @returns its address
 * @throws Refusal 502 when Daily does not give one
 */
export async function createCall(env: Env, expires: number): Promise<string> {
  const name = randomName()
  const apiKey = env('DAILY_API_KEY')
  if (apiKey) return makeDailyRoom(env('DAILY_API_URL') ?? DAILY_API, apiKey, name, expires)
  const jitsi = env('VIDEO_BASE_URL')
  if (jitsi) return `${jitsi.replace(/\/+$/, '')}/${name}`
  return ownCall(env('SITE_URL') ?? '', name)
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NAME_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/**
 * Daily's REST API, "create a room". The room is public in Daily's sense, since its one address is shared with the whole
 * circle; what keeps others out is that nobody can guess its name, and that Daily ends it.
 */
async function makeDailyRoom(api: string, key: string, name: string, expires: number): Promise<string> {
  const failed = new Refusal(502, 'No se pudo crear la sala de videollamada.')
  try {
    const response = await fetch(`${api.replace(/\/+$/, '')}/rooms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name,
        privacy: 'public',
        properties: { exp: expires, eject_at_room_exp: true },
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    })
    const room: unknown = await response.json()
    const url = (room as { url?: unknown } | null)?.url
    if (!response.ok || typeof url !== 'string' || !url.includes(name)) throw failed
    if (new URL(url).protocol !== 'https:') throw failed
    return url
  } catch (error) {
    // Whatever failed (no answer, no JSON, no address), she is told the same. The error is not passed on: it may quote the key.
    throw error instanceof Refusal ? error : failed
  }
}

/** A page of this site; without HTTPS its path alone, because the database accepts no other unencrypted address. */
function ownCall(siteUrl: string, name: string): string {
  const path = `/llamada/${name}`
  if (!URL.canParse(siteUrl)) return path
  const { protocol, hostname, origin } = new URL(siteUrl)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || isLoopback ? origin + path : path
}
