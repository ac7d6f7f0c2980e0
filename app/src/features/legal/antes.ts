/**
 * Where a new version of the legal texts never comes first: safety and the way to it, a call, the text itself, and her
 * account, where she who does not agree takes her data and leaves.
 */
const NEVER_BEFORE = ['/seguridad', '/camino', '/llamada', '/legal', '/perfil', '/cuenta']

/** Whether a room may be kept from opening until she has accepted the version in force. */
export function canWait(pathname: string): boolean {
  if (pathname === '/') return false
  return !NEVER_BEFORE.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
