import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuthContext } from './context.ts'
import type { LimitedCall } from './limits.ts'

/** A plain word: whoever looks through the browser learns nothing from it. */
const COOKIE = 'equipo'
const DEVICE = /(?:^|;\s*)equipo=([A-Za-z0-9_-]{22})(?:;|$)/
export const DEVICE_LIFETIME_SECONDS = 30 * 24 * 3_600

/** Where it goes: the grants, and the calls that send mails. */
const PATH = '/auth/v1'

/**
 * The random mark of a device on which somebody has signed in before; undefined for any other.
 * It opens nothing: a device that signed in to an account before only waits for its own wrong passwords and mails.
 */
export function deviceOf(request: FastifyRequest): string | undefined {
  return DEVICE.exec(request.headers.cookie ?? '')?.[1]
}

/** Marks the device, so that neither somebody else's wrong passwords nor his requests for mails keep her out here. */
export async function rememberDevice(
  { limits, config }: AuthContext,
  account: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const device = deviceOf(request) ?? randomBytes(16).toString('base64url')
  await limits.rememberDevice(account, device)
  const secure = config.siteUrl.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'Set-Cookie',
    `${COOKIE}=${device}; Path=${PATH}; Max-Age=${DEVICE_LIFETIME_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/**
 * Counts a request that sends a mail: by the network address, or, on a device on which she signed in before, by itself,
 * so that nobody who shares her address keeps her from it.
 * @throws ApiError 429 `over_request_rate_limit`
 */
export async function countCall(
  { limits }: AuthContext,
  call: LimitedCall,
  request: FastifyRequest,
): Promise<void> {
  const { email } = (request.body ?? {}) as { email?: unknown }
  const account = typeof email === 'string' ? email.trim().toLowerCase() : ''
  const asker = await limits.askerOf(account, deviceOf(request))
  await limits.countCall(call, asker === undefined ? request.ip : `${account}:${asker}`)
}
