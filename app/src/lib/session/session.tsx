import type { Session, User } from '@supabase/supabase-js'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { onceOpen, openClient } from '../api/clientLoader.ts'
import { gate } from '../api/requestGate.ts'
import { hasPapel, type Papel, type Papeles } from '../cuenta/papeles.ts'
import { type EstadoAdmin, useEstadoAdmin } from '../team/administracion.ts'
import { silenceFailures } from '../toast/toast.tsx'
import { CIERRE_KEY, SESSION_KEY } from './keys.ts'
import { readRetorno } from './retorno.ts'
import { endSessionHere, forgetSessionEnd, hasSessionEnded, onSessionEnd } from './sessionEnd.ts'
import { isLocked, storedSession } from './sessionStorage.ts'
import { isSigningOut, leaveSession, letVisitorsAsk } from './signOut.ts'

export type SessionState = {
  /** True until the first session is known. */
  loading: boolean
  session: Session | null
  user: User | null
  /** Whether the link, or the way back from elsewhere, that opened this page brought the session along. */
  entroPorEnlace: boolean
  /** Whether she may do the work of a role, and lacks nothing for it. Only shows or hides things; the database decides. */
  has: (papel: Papel) => boolean
  /** Her roles, whatever she lacks. */
  papeles: Papeles
  /** What she still lacks to work for the team (`estado_admin()`); null until the database has answered. */
  estadoAdmin: EstadoAdmin | null
  /** Asks again, after something that changes it. */
  refreshAdmin: () => Promise<void>
  /** Leaves on this device, erases what is hers from it and tells the server; rejects with the service's error when it could not be told. 'global' does so for every device. */
  signOut: (scope?: 'local' | 'global') => Promise<void>
}

// What fails on her way out is its consequence, and no news.
silenceFailures(gate.isClosed)

/** Exported for prerendered pages alone (`app/prerender/render.tsx`). */
export const SessionContext = createContext<SessionState | null>(null)

/** Who is here, for everything below it. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { session, setSession, loading, entroPorEnlace } = useFollowedSession()
  const { estadoAdmin, papeles, refreshAdmin } = useEstadoAdmin(session, loading)
  useEffect(() => {
    if (session === null) letVisitorsAsk()
  }, [session])

  const value = useMemo<SessionState>(
    () => ({
      loading,
      session,
      user: session?.user ?? null,
      entroPorEnlace,
      has: (papel) => estadoAdmin === 'activa' && hasPapel(papeles, papel),
      papeles,
      estadoAdmin,
      refreshAdmin,
      signOut: (scope = 'local') => leaveSession(scope, () => setSession(null)),
    }),
    [loading, session, setSession, entroPorEnlace, estadoAdmin, papeles, refreshAdmin],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

/**
 * Opens with the session found on the device, so that no screen waits for the network, and then follows supabase-js, which is
 * loaded beside the first paint; where nobody is here, once it is needed.
 */
function useFollowedSession() {
  const [session, setSession] = useState<Session | null>(storedSession)
  const [llegada] = useState(() => ({
    conCodigo: readRetorno(location)?.kind === 'code',
    userId: session?.user.id,
  }))
  const [loading, setLoading] = useState(() => session === null && llegada.conCodigo)
  const here = useRef(session)
  here.current = session

  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once, with what was known at the start.
  useEffect(() => {
    let stopFollowing = () => {}
    const stopWaiting = onceOpen((client) => {
      const { data } = client.auth.onAuthStateChange((event, next) => {
        // What the device has decides. Without a connection an expired session cannot be renewed and is reported as none: it stays hers until the
        // server refuses it. And another tab, or an answer that comes late, reports one that has ended meanwhile.
        const found = storedSession()
        if (event === 'SIGNED_OUT') {
          if (!isSigningOut()) left()
        } else setSession((current) => (found ? (next ?? found) : hasSessionEnded() ? current : null))
        if (next && found) forgetSessionEnd()
        setLoading(false)
      })
      stopFollowing = () => data.subscription.unsubscribe()
    })
    // Without the client she is who the device says.
    const open = () => void openClient().catch(() => setLoading(false))
    if (session !== null || loading) open()

    // The session may have ended unnoticed: in a tab that slept or came from the back/forward cache.
    const left = () => {
      // Another tab set a PIN: the session is behind it.
      if (isLocked()) return
      const found = storedSession()
      // Somebody signed in, in another tab.
      if (found && !here.current) open()
      if (found || !here.current) return
      // When a session ends by itself, the screens are removed once no alert is under way.
      if (hasSessionEnded()) void endSessionHere()
      else setSession(null)
    }
    const changed = ({ key }: StorageEvent) => {
      if (key === SESSION_KEY || key === CIERRE_KEY) left()
    }
    const stopEnd = onSessionEnd(() => setSession(storedSession()))
    window.addEventListener('storage', changed)
    window.addEventListener('pageshow', left)
    document.addEventListener('visibilitychange', left)
    return () => {
      stopWaiting()
      stopFollowing()
      stopEnd()
      window.removeEventListener('storage', changed)
      window.removeEventListener('pageshow', left)
      document.removeEventListener('visibilitychange', left)
    }
  }, [])

  const entroPorEnlace = llegada.conCodigo && session !== null && session.user.id !== llegada.userId
  return { session, setSession, loading, entroPorEnlace }
}

/**
 * The session, from anywhere inside {@link SessionProvider}.
 *
 * @throws Error outside of the provider
 */
export function useSession(): SessionState {
  const state = useContext(SessionContext)
  if (!state) throw new Error('useSession() outside of SessionProvider')
  return state
}

/**
 * The signed-in user, for screens that only members reach.
 *
 * @throws Error when nobody is signed in
 */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser() without a session')
  return user
}
