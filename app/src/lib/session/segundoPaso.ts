import type { Session, User } from '@supabase/supabase-js'
import { claimsOf } from './claims.ts'

/** Her second factor: an app that shows codes. */
export function factorOf(user: User): string | null {
  return (
    user.factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')?.id ??
    null
  )
}

/**
 * Whether the code of her second factor is still to be given in this session: until then the service answers no request for data. Read from
 * the token; it only decides what she sees.
 */
export function needsSegundoPaso({ user, access_token }: Session): boolean {
  return factorOf(user) !== null && claimsOf(access_token).aal === 'aal1'
}
