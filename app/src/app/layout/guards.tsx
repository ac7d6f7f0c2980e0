import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Late } from '../../components/feedback/Late.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { useHoldsTyped } from '../../components/form/Form.tsx'
import { whenIdleAfterPaint } from '../../lib/device/painted.ts'
import { isConfirmacion, readRetorno } from '../../lib/session/retorno.ts'
import { needsSegundoPaso } from '../../lib/session/segundoPaso.ts'
import { useSession } from '../../lib/session/session.tsx'
import { hasSessionEnded } from '../../lib/session/sessionEnd.ts'
import { findRoute, opensBeforeSteps, redirectFor } from '../routing.ts'
import { Bare } from './Bare.tsx'
import { VisitorShell } from './VisitorShell.tsx'

/*
 * Layout routes that decide, from the outside in, whether she may see what she asked for (`AppRoutes.tsx`). They decide before anything is drawn.
 */

const loadSesionTerminada = () => import('./SesionTerminada.tsx')
const SesionTerminada = lazy(async () => ({ default: (await loadSesionTerminada()).SesionTerminada }))

const ReturnedWithError = lazy(async () => ({
  default: (await import('./ReturnedWithError.tsx')).ReturnedWithError,
}))

const SegundoPaso = lazy(async () => ({
  default: (await import('../../features/cuenta/SegundoPaso.tsx')).SegundoPaso,
}))

const ChoosePassword = lazy(async () => ({
  default: (await import('../../features/cuenta/ChoosePassword.tsx')).ChoosePassword,
}))

const FactorMissing = lazy(async () => ({
  default: (await import('../../features/perfil/FactorMissing.tsx')).FactorMissing,
}))

/** What a mailed link, or a sign-in elsewhere, brought back in the address, whatever page it named. */
export function LinkGuard() {
  const { pathname, search, hash } = useLocation()
  const retorno = readRetorno({ search, hash })
  if (retorno?.kind === 'error') {
    return (
      <Suspense fallback={<FullScreenSpinner />}>
        <ReturnedWithError retorno={retorno} />
      </Suspense>
    )
  }
  // Somebody who registered with her address also chose where the link leads; the question that it carries is asked on one page alone.
  if (isConfirmacion({ pathname, hash }))
    return <Navigate to={{ pathname: '/cuenta/confirmada', search, hash }} replace />
  return <Outlet />
}

/**
 * What a session still asks of her. Until the code of her second factor was given, the service shows no data; the password that was printed at the
 * first start must be changed first.
 *
 * @returns null where nothing is missing
 */
export function useMissingStep(): 'factor' | 'password' | null {
  const { session, estadoAdmin } = useSession()
  if (session && needsSegundoPaso(session)) return 'factor'
  return session && estadoAdmin === 'clave' ? 'password' : null
}

/** A session that is known and has nothing left to give. */
export function SessionGuard() {
  const { loading, session } = useSession()
  const { pathname } = useLocation()
  const missing = useMissingStep()
  const inside = session !== null

  // Loaded before it is needed, because it is shown when something has gone wrong.
  useEffect(() => {
    // Asked for again when it is needed.
    if (inside) whenIdleAfterPaint(() => void loadSesionTerminada().catch(() => {}))
  }, [inside])

  if (loading) return <FullScreenSpinner />
  if (missing && !opensBeforeSteps(pathname))
    return (
      <VisitorShell links={false}>{missing === 'factor' ? <SegundoPaso /> : <ChoosePassword />}</VisitorShell>
    )
  return <Outlet />
}

/** What the route's `access` says. */
export function AccessGuard() {
  const { session, estadoAdmin, papeles } = useSession()
  const { pathname } = useLocation()
  const holdsTyped = useHoldsTyped()
  const access = findRoute(pathname)?.access
  const asksForTeam = session !== null && access === 'admin'

  // Her role is asked of the database; the answer may still be on its way.
  if (asksForTeam && estadoAdmin === null) return <FullScreenSpinner />

  const hasRole = estadoAdmin === 'activa' || estadoAdmin === 'factor'
  const redirect = redirectFor(pathname, session !== null, hasRole ? papeles : [])
  // Where her role ended while she wrote, the screen closes once she has closed what she was writing: her words are hers to take along.
  if (redirect && !(asksForTeam && holdsTyped)) return <Navigate to={redirect} replace />

  // Public pages open all the same; everything else waits until she has read why her session ended.
  if (!session && hasSessionEnded() && access === 'visitante') {
    return (
      <VisitorShell links={false}>
        <SesionTerminada />
      </VisitorShell>
    )
  }
  return <Outlet />
}

/**
 * The team's screens ask for a second factor. This stays open until she says that she is done: recovery codes are shown once, and she already has
 * the admin's rights by then.
 */
export function FactorGuard() {
  const isMissing = useSession().estadoAdmin === 'factor'
  const [isGiving, setIsGiving] = useState(false)
  if (isMissing && !isGiving) setIsGiving(true)
  if (isGiving) return <FactorMissing onDone={isMissing ? undefined : () => setIsGiving(false)} />
  return <Outlet />
}

export function FullScreenSpinner() {
  return (
    <Bare>
      <Late>
        <span className="text-4xl text-jacaranda-texto" data-coming>
          <Spinner label="Cargando…" />
        </span>
      </Late>
    </Bare>
  )
}
