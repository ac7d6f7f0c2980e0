import { onDevice } from '../device/storage.ts'
import { brand } from './brand.ts'

/** The public settings the app needs before it can talk to anybody. */
export type Config = {
  /** Absolute origin of the back end, without a trailing slash. */
  supabaseUrl: string
  /** The public anonymous key. */
  anonKey: string
  /** Neutral page for quick exit. */
  exitUrl?: string
  /** Which release the service is of, for a report of a fault. */
  release?: string
  /** The public key that push services know the server by; none where it sends no reminders. */
  pushKey?: string
  /** Hosts of the configured provider of calls; without any, calls happen here. `*.daily.co` stands for its subdomains. */
  callHosts?: string[]
  /** Where members write for help; none where nobody answers. */
  supportEmail?: string
  /** Who is responsible for members' data, and where; none while the operator named nobody. */
  responsible?: { name: string; address: string }
  /** STUN and TURN servers of the calls that happen here. */
  iceServers?: RTCIceServer[]
}

const CACHE_KEY = 'config'

/** Several values of one setting of the build, as our server reads them: with blanks or commas between. */
const listOf = (value: unknown) =>
  String(value ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)

/** What our server would say in `/config.json`, for a build whose pages somebody else serves (docs/operations.md). */
function fromBuild(): Config {
  const {
    VITE_SUPABASE_URL,
    VITE_SUPABASE_ANON_KEY,
    VITE_EXIT_URL,
    VITE_RELEASE,
    VITE_PUSH_KEY,
    VITE_SUPPORT_EMAIL,
    VITE_RESPONSIBLE_NAME,
    VITE_RESPONSIBLE_ADDRESS,
    VITE_CALL_HOSTS,
    VITE_STUN_URL,
    VITE_TURN_URL,
    VITE_TURN_USER,
    VITE_TURN_PASSWORD,
  } = import.meta.env
  const callHosts = listOf(VITE_CALL_HOSTS)
  const iceServers: RTCIceServer[] = [
    ...listOf(VITE_STUN_URL).map((urls) => ({ urls })),
    ...listOf(VITE_TURN_URL).map((urls) => ({
      urls,
      username: VITE_TURN_USER ?? '',
      credential: VITE_TURN_PASSWORD ?? '',
    })),
  ]
  return {
    supabaseUrl: VITE_SUPABASE_URL!.replace(/\/+$/, ''),
    anonKey: VITE_SUPABASE_ANON_KEY!,
    exitUrl: VITE_EXIT_URL,
    release: VITE_RELEASE,
    pushKey: VITE_PUSH_KEY,
    supportEmail: VITE_SUPPORT_EMAIL,
    ...(VITE_RESPONSIBLE_NAME &&
      VITE_RESPONSIBLE_ADDRESS && {
        responsible: { name: VITE_RESPONSIBLE_NAME, address: VITE_RESPONSIBLE_ADDRESS },
      }),
    ...(callHosts.length > 0 && { callHosts }),
    ...(iceServers.length > 0 && { iceServers }),
  }
}

const builtIn: Config | null = import.meta.env.VITE_SUPABASE_URL ? fromBuild() : null

function isConfig(value: unknown): value is Config {
  const config = value as Partial<Config> | null
  return typeof config?.supabaseUrl === 'string' && typeof config.anonKey === 'string'
}

/**
 * The settings already on this device: those of the build, else the ones the server gave last time.
 * Synchronous, so that a returning member's first screen never waits for the network.
 *
 * @returns the settings, or null on a first visit
 */
export function knownConfig(): Config | null {
  if (builtIn) return builtIn
  try {
    const stored: unknown = JSON.parse(onDevice.getItem(CACHE_KEY) ?? 'null')
    return isConfig(stored) ? stored : null
  } catch {
    return null
  }
}

let pending: Promise<Config> | undefined
let asked: Promise<Config> | undefined

/** A caller waits no longer than this; asked again, the settings are asked for anew. */
const LIMIT_MS = 8_000

async function askServer(): Promise<Config> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), LIMIT_MS)
  const response = await fetch('/config.json', { cache: 'no-cache', signal: stop.signal }).finally(() =>
    clearTimeout(timer),
  )
  const config: unknown = await response.json().catch(() => null)
  if (!response.ok || !isConfig(config)) throw new TypeError('Failed to fetch /config.json')
  return config
}

async function fetchConfig(): Promise<Config> {
  const config = await askServer()
  // Only what is known here is kept on the device, whatever else the server says.
  const kept: Config = {
    supabaseUrl: config.supabaseUrl,
    anonKey: config.anonKey,
    exitUrl: config.exitUrl,
    release: config.release,
    pushKey: config.pushKey,
    callHosts: config.callHosts,
    iceServers: config.iceServers,
    supportEmail: config.supportEmail,
    responsible: config.responsible,
  }
  onDevice.setItem(CACHE_KEY, JSON.stringify(kept))
  return kept
}

/**
 * The settings as the server gives them now, remembered on the device for the next visit.
 *
 * @returns the fresh settings; without a connection, the remembered ones
 * @throws TypeError when there is neither a connection nor a remembered copy
 */
export function loadConfig(): Promise<Config> {
  if (builtIn) return Promise.resolve(builtIn)
  pending ??= fetchConfig().catch((error: unknown) => {
    pending = undefined
    const known = knownConfig()
    if (known) return known
    throw error
  })
  return pending
}

/**
 * The settings for a page that leaves nothing on the device: those that are known, else asked once
 * and kept in memory alone.
 *
 * @throws TypeError where they are not known and the server cannot be asked
 */
export function askConfig(): Promise<Config> {
  const known = knownConfig()
  if (known) return Promise.resolve(known)
  asked ??= askServer().catch((failure: unknown) => {
    asked = undefined
    throw failure
  })
  return asked
}

/** Where members write for help with a payment or their account; empty where nobody would answer. */
export const supportEmail = (): string => knownConfig()?.supportEmail || brand.supportEmail
