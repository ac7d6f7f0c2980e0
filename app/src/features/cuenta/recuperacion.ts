import { claimsOf } from '../../lib/session/claims.ts'

/** How long after opening the mail a new password may be set without the old one. */
const FRESH_S = 3600

/**
 * Whether a session was opened lately by a mail and not by a password. Read from the token without checking it: it only
 * decides which form she sees.
 *
 * @param accessToken the session's
 * @param now milliseconds since 1970
 * @see RFC 8176 (amr)
 */
export function comesFromMail(accessToken: string, now: number): boolean {
  const { amr = [] } = claimsOf(accessToken)
  return amr.some(
    ({ method, timestamp }) =>
      (method === 'recovery' || method === 'otp') && now / 1000 - timestamp < FRESH_S,
  )
}
