import type { Session, User } from '@supabase/supabase-js'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { whenIdle } from '../lib/device/idle.ts'
import { silenceFailures } from '../lib/toast/toast.tsx'
import { type EstadoAdmin, fetchAdminState } from './administracion.ts'
import { ask } from './ask.ts'
import { toServiceError } from './errors.ts'
import { gate } from './gate.ts'
import { readRetorno } from './retorno.ts'
import { needsSegundoPaso } from './segundoPaso.ts'
import { forgetSession, SESSION_KEY, storedSession } from './session-storage.ts'
import {
  beginSignOut,
  endSessionHere,
  forgetSessionEnd,
  hasSessionEnded,
  onSessionEnd,
} from './sessionEnd.ts'

export type SessionState = {
  /** True until the first session is known. */
  loading: boolean
  session: Session | null
  user: User | null
  /** Whether the link, or the way back from elsewhere, that opened this page brought the session along. */
  entroPorEnlace: boolean
  /** Only shows or hides things; the database decides. */
  isAdmin: boolean
  /** What the admin still lacks (`estado_admin()`); null until the database has answered. */
  estadoAdmin: EstadoAdmin | null
  /** Asks again, after something that changes it. */
  refreshAdmin: () => Promise<void>
  /** Leaves on this device, erases what is hers from it and tells the server; rejects with the service's error when it could not be told. 'global' does so for every device. */
  signOut: (scope?: 'local' | 'global') => Promise<void>
}

// What fails on her way out is its consequence, and no news.
silenceFailures(gate.isClosed)

const SessionContext = createContext<SessionState | null>(null)

/**
 * Who is here. Opens with the session found on the device, so that no screen waits for the network, and then follows
 * supabase-js, which is loaded beside the first paint.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session | null>(storedSession)
  const [llegada] = useState(() => ({
    conCodigo: readRetorno(location)?.kind === 'code',
    userId: session?.user.id,
  }))
  const [loading, setLoading] = useState(() => session === null && readRetorno(location)?.kind === 'code')

  const leaving = useRef(false)
  /** What she left with; until her rooms are gone from the screen nobody asks anything. */
  const departed = useRef<{ token: string | undefined } | null>(null)
  useEffect(() => {
    if (session !== null || departed.current === null) return
    gate.leave(departed.current.token)
    departed.current = null
  }, [session])
  const here = useRef(session)
  here.current = session

  // biome-ignore lint/correctness/useExhaustiveDependencies: it starts once, with what was known at the start.
  useEffect(() => {
    let stop = () => {}
    let gone = false

    firstPaint(session !== null || loading)
      .then(() => import('./client.ts'))
      .then(async ({ openClient }) => {
        const client = await openClient()
        if (gone) return
        const { data } = client.auth.onAuthStateChange((event, next) => {
          // Without a connection an expired session cannot be renewed and is reported as none; it is still on the
          // device, and it stays hers until the server refuses it.
          if (event === 'SIGNED_OUT') {
            if (!leaving.current) left()
          } else setSession((current) => next ?? storedSession() ?? (hasSessionEnded() ? current : null))
          if (next && storedSession()) forgetSessionEnd()
          setLoading(false)
        })
        stop = () => data.subscription.unsubscribe()
      })
      .catch(() => setLoading(false))

    // The session may have ended unnoticed: in a tab that slept or came from the back/forward cache.
    const left = () => {
      if (storedSession() || !here.current) return
      // When a session ends by itself, the screens are removed once no alert is under way.
      if (hasSessionEnded()) void endSessionHere()
      else setSession(null)
    }
    const changed = ({ key }: StorageEvent) => {
      if (key === SESSION_KEY) left()
    }
    const stopEnd = onSessionEnd(() => setSession(storedSession()))
    window.addEventListener('storage', changed)
    window.addEventListener('pageshow', left)
    document.addEventListener('visibilitychange', left)
    return () => {
      gone = true
      stop()
      stopEnd()
      window.removeEventListener('storage', changed)
      window.removeEventListener('pageshow', left)
      document.removeEventListener('visibilitychange', left)
    }
  }, [])

  const [admin, setAdmin] = useState<{ userId: string; estado: EstadoAdmin } | null>(null)
  const userId = session?.user.id
  const waitsForCode = session !== null && needsSegundoPaso(session)
  const refreshAdmin = useCallback(async () => {
    if (!userId) return
    setAdmin({ userId, estado: await fetchAdminState() })
  }, [userId])
  const token = session?.access_token
  // biome-ignore lint/correctness/useExhaustiveDependencies: what she lacks may change with her token.
  useEffect(() => {
    // Until that code was given, the service refuses this question as it refuses an ended session.
    if (waitsForCode || loading) return
    refreshAdmin().catch(() => {})
    // Without a connection the answer was none.
    const again = () => void refreshAdmin().catch(() => {})
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [refreshAdmin, token, waitsForCode, loading])

  const value = useMemo<SessionState>(() => {
    const user = session?.user ?? null
    const estadoAdmin = user && admin?.userId === user.id ? admin.estado : null
    return {
      loading,
      session,
      user,
      entroPorEnlace: llegada.conCodigo && user !== null && user.id !== llegada.userId,
      isAdmin: estadoAdmin === 'activa',
      estadoAdmin,
      refreshAdmin,
      signOut: async (scope = 'local') => {
        leaving.current = true
        let asksForProof = false
        const token = storedSession()?.access_token
        beginSignOut()
        try {
          await gate.close(scope === 'local')
          await tellServer(scope)
        } catch (failure) {
          // Nothing was closed: ending other sessions needs a proof, so she stays signed in to give it.
          asksForProof = toServiceError(failure).code === 'reauthentication_needed'
          throw failure
        } finally {
          leaving.current = false
          if (asksForProof) gate.reopen()
          else {
            forgetSession()
            forgetSessionEnd()
            await eraseDeviceInTime()
            departed.current = { token }
            setSession(null)
          }
        }
      },
    }
  }, [loading, session, admin, refreshAdmin, llegada])

  return <SessionContext value={value}>{children}</SessionContext>
}

/** Without a stored session the page is shown first and supabase-js loaded after it. */
function firstPaint(inHurry: boolean): Promise<void> {
  if (inHurry) return Promise.resolve()
  return new Promise(whenIdle)
}

/** When the server does not answer in time she is signed out on this device all the same. */
async function tellServer(scope: 'local' | 'global'): Promise<void> {
  await ask(async (db) => ({ data: null, ...(await db.auth.signOut({ scope })) }), { within: 'brief' })
}

/** How long leaving waits for a slow or stuck device; what is left by then is erased right after (`watchMember.ts`). */
const FORGET_DEADLINE_MS = 2000

async function eraseDeviceInTime(): Promise<void> {
  const deadline = new Promise<void>((resolve) => setTimeout(resolve, FORGET_DEADLINE_MS))
  const forgotten = import('./eraseDevice.ts').then(({ eraseDevice }) =>
    eraseDevice({ tab: true, drafts: true }),
  )
  await Promise.race([forgotten.catch(() => {}), deadline])
}

/**
 * The session, from anywhere inside {@link SessionProvider}.
 *
 * @throws Error outside of the provider
 */
export function useSession(): SessionState {
  const state = use(SessionContext)
  if (!state) throw new Error('useSession() outside of SessionProvider')
  return state
}

/**
 * The signed-in user, for rooms that only members reach.
 *
 * @throws Error when nobody is signed in
 */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser() without a session')
  return user
}
