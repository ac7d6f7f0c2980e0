/**
 * Where a new version of the legal texts never comes first: safety and the way to it, what her contacts open, whom to call and
 * whom to write to, a call, the text itself, the team's own pages, and her account, where she who does not agree takes her data and leaves.
 */
const NEVER_BEFORE = [
  '/seguridad',
  '/camino',
  '/alerta',
  '/confianza',
  '/directorio-terapeutas',
  '/soporte',
  '/llamada',
  '/legal',
  '/confiabilidad',
  '/perfil',
  '/cuenta',
  '/admin',
]

/** Whether a page may be closed to her until she has accepted the version in force. */
export function canWait(pathname: string): boolean {
  if (pathname === '/') return false
  return !NEVER_BEFORE.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
