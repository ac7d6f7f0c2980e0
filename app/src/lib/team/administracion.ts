import type { Session } from '@supabase/supabase-js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ask } from '../api/ask.ts'
import type { Papeles } from '../cuenta/papeles.ts'
import type { watchPapeles } from '../member/papeles.ts'
import { needsSegundoPaso } from '../session/segundoPaso.ts'

/**
 * What the database says of her: nobody of the team, or one of it and what she lacks for it (a password of her own, a
 * second factor, its code in this session), or nothing. It only shows and hides; every rule asks the database itself.
 */
export type EstadoAdmin = 'ninguna' | 'clave' | 'factor' | 'paso' | 'activa'

type Admin = { estado: EstadoAdmin; papeles: Papeles }

const NOBODY: Admin = { estado: 'ninguna', papeles: [] }

/** Asks the database whether she is of the team, and for what. The answer is never stored on the device. @returns null where nobody answers */
export async function fetchAdmin(): Promise<Admin | null> {
  try {
    const estado = (await ask((db) => db.rpc('estado_admin', undefined, { get: true }))) as EstadoAdmin
    // Of nearly everybody that is all there is to know.
    if (estado !== 'activa' && estado !== 'factor') return { estado, papeles: [] }
    const papeles = (await ask((db) => db.rpc('mis_papeles', undefined, { get: true }))) as Papeles | null
    // Between the two answers her last role may have ended.
    return papeles ? { estado, papeles } : NOBODY
  } catch {
    return null
  }
}

/**
 * What the signed-in member lacks to work for the team, and her roles: asked with each new token of hers, once the network is back, and
 * where she has roles also as soon as the database says that they changed, or refuses her something.
 *
 * @param session hers; null for a visitor, of whom nothing is asked
 * @param loading while it is not known yet
 * @returns null until the database has answered, 'ninguna' where nobody answered (without a connection the team's pages are of no use),
 *   and how it is asked again
 */
export function useEstadoAdmin(session: Session | null, loading: boolean) {
  const [admin, setAdmin] = useState<({ userId: string } & Admin) | null>(null)
  const userId = session?.user.id
  const waitsForCode = session !== null && needsSegundoPaso(session)
  const latest = useRef(admin)
  const asked = useRef({ last: 0, answered: 0 })
  const askAnew = useCallback(async () => {
    if (!userId) return true
    asked.current.last += 1
    const turn = asked.current.last
    const now = await fetchAdmin()
    const before = latest.current?.userId === userId ? latest.current : null
    // A network that is gone for a moment takes no page away from her, nor what she types in it.
    if (!now && before) return false
    // Two answers may come in the other order: the older one knows nothing of a role that has ended since.
    if (turn < asked.current.answered) return true
    asked.current.answered = turn
    latest.current = { userId, ...(now ?? NOBODY) }
    setAdmin(latest.current)
    return now !== null
  }, [userId])
  const refreshAdmin = useCallback(async () => void (await askAnew()), [askAnew])
  const token = session?.access_token
  // biome-ignore lint/correctness/useExhaustiveDependencies: what she lacks may change with her token.
  useEffect(() => {
    // Until that code was given, the service refuses this question as it refuses an ended session.
    if (waitsForCode || loading) return
    const again = () => void refreshAdmin()
    again()
    // Without a connection the answer was none.
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [refreshAdmin, token, waitsForCode, loading])
  const known = userId && admin?.userId === userId ? admin : null
  const isTeam = (known?.papeles.length ?? 0) > 0
  useEffect(
    () => (isTeam && userId ? watch(userId, askAnew, () => latest.current) : undefined),
    [isTeam, userId, askAnew],
  )
  return { estadoAdmin: known?.estado ?? null, papeles: known?.papeles ?? NOBODY.papeles, refreshAdmin }
}

/** {@link watchPapeles}, of which nobody but the team fetches the code. @returns how to stop */
function watch(...of: Parameters<typeof watchPapeles>): () => void {
  let stop = () => {}
  let gone = false
  import('../member/papeles.ts').then(
    (code) => {
      if (!gone) stop = code.watchPapeles(...of)
    },
    () => {
      // Her next token asks.
    },
  )
  return () => {
    gone = true
    stop()
  }
}
