export type Claims = {
  sub?: string
  session_id?: string
  aal?: string
  amr?: { method: string; timestamp: number }[]
}

/** What an access token says; nothing where it is none. Read without checking it: whatever depends on it the service checks. */
export function claimsOf(accessToken: string): Claims {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as Claims
  } catch {
    return {}
  }
}
