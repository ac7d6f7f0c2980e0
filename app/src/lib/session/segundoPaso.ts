import type { Session, User } from '@supabase/supabase-js'

/** Her second factor: an app that shows codes. */
export function factorOf(user: User): string | null {
  return (
    user.factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')?.id ??
    null
  )
}

/**
 * Whether the code of her second factor is still to be given in this session: until then the service answers no request for data. Read from
 * the token without checking it; it only decides what she sees.
 */
export function needsSegundoPaso({ user, access_token }: Session): boolean {
  return factorOf(user) !== null && nivelOf(access_token) === 'aal1'
}

function nivelOf(accessToken: string): string {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    return (JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { aal?: string }).aal ?? ''
  } catch {
    return ''
  }
}
