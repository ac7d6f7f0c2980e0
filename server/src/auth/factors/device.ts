import type { FastifyRequest } from 'fastify'
import type { AuthContext } from '../context.ts'
import { cleanEmail, deviceOf } from '../http.ts'
import type { LimitedCall } from '../limits.ts'
import { hashOf, TAG } from '../token/sessions.ts'

/**
 * Under which name her wrong codes of a second factor are counted: a device on which she has shown it before has a count of
 * its own, so that nobody who knows her password alone keeps her from showing it there.
 */
export async function factorAttempts(
  { limits, authPool }: AuthContext,
  userId: string,
  device: string | undefined,
): Promise<string> {
  const account = `factor:${userId}`
  const attempts = await limits.attemptsOf(account, device)
  if (device === undefined || attempts !== account) return attempts
  // Who showed it before devices were counted apart: one of her sessions there says so.
  const { rows } = await authPool.query(
    `select from auth.sessions s join local_server.devices d on s.tag = $3 || d.id
     where s.user_id = $1 and s.aal = 'aal2' and d.mark_hash = $2 limit 1`,
    [userId, hashOf(device), TAG],
  )
  if (rows.length === 0) return account
  await limits.rememberDevice(account, device)
  return limits.attemptsOf(account, device)
}

/** Knows the device for her second factor, once its code was right there. */
export async function rememberFactorDevice(
  { limits }: AuthContext,
  userId: string,
  device: string | undefined,
): Promise<void> {
  if (device !== undefined) await limits.rememberDevice(`factor:${userId}`, device)
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
  const account = typeof email === 'string' ? cleanEmail(email) : ''
  const requester = await limits.requesterOf(account, deviceOf(request))
  await limits.countCall(call, requester === undefined ? request.ip : `${account}:${requester}`)
}
