import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { whenIdle } from '../lib/idle.ts'
import { isConfirmacion, readRetorno } from '../lib/retorno.ts'
import { needsSegundoPaso } from '../lib/segundoPaso.ts'
import { useSession } from '../lib/session.tsx'
import { hasSessionEnded } from '../lib/sessionEnd.ts'
import { findRoute, opensBeforeSteps, redirectFor, routes } from '../routes.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ReturnedWithError } from './ReturnedWithError.tsx'
import { VisitorShell } from './VisitorShell.tsx'

const MemberShell = lazy(async () => ({ default: (await import('./MemberShell.tsx')).MemberShell }))

const loadSesionTerminada = () => import('./SesionTerminada.tsx')
const SesionTerminada = lazy(async () => ({ default: (await loadSesionTerminada()).SesionTerminada }))

const SegundoPaso = lazy(async () => ({
  default: (await import('../features/cuenta/SegundoPaso.tsx')).SegundoPaso,
}))

const ChoosePassword = lazy(async () => ({
  default: (await import('../features/cuenta/ChoosePassword.tsx')).ChoosePassword,
}))

const FactorMissing = lazy(async () => ({
  default: (await import('../features/perfil/FactorMissing.tsx')).FactorMissing,
}))

/** Decides, before anything is drawn, whether she may see what she asked for. */
export function Gate() {
  const { loading, session, estadoAdmin } = useSession()
  const location = useLocation()
  const [givesFactor, setGivesFactor] = useState(false)
  const inside = session !== null

  // At hand before it is needed: it comes when something is amiss.
  useEffect(() => {
    if (inside) whenIdle(() => void loadSesionTerminada().catch(() => {}))
  }, [inside])

  const retorno = readRetorno(location)
  if (retorno?.kind === 'error') return <ReturnedWithError retorno={retorno} />

  // Whoever registers with her address also chooses where its link leads; what it asks of her is on one page alone.
  if (isConfirmacion(location)) {
    return <Navigate to={{ ...location, pathname: '/cuenta/confirmada' }} replace />
  }

  if (loading) return <FullScreenSpinner />

  const aside = session && opensBeforeSteps(location.pathname) ? findRoute(location.pathname) : undefined
  if (aside && (needsSegundoPaso(session!) || estadoAdmin === 'clave')) {
    return (
      <VisitorShell doors={false}>
        <aside.screen name={aside.name} />
      </VisitorShell>
    )
  }

  // The service opens no room of hers before the code of her second factor.
  if (session && needsSegundoPaso(session)) {
    return (
      <VisitorShell doors={false}>
        <SegundoPaso />
      </VisitorShell>
    )
  }

  // The password that was printed at the first start is nobody's secret yet.
  if (session && estadoAdmin === 'clave') {
    return (
      <VisitorShell doors={false}>
        <ChoosePassword />
      </VisitorShell>
    )
  }

  // Who the admin is, the database says; its answer may still be on its way.
  const asksForAdmin = session !== null && findRoute(location.pathname)?.access === 'admin'
  if (asksForAdmin && estadoAdmin === null) return <FullScreenSpinner />

  const lacksFactor = estadoAdmin === 'factor'
  // Until she says that she is done: the recovery codes are shown once, after the right is hers already.
  if (lacksFactor && asksForAdmin && !givesFactor) setGivesFactor(true)
  const redirect = redirectFor(location.pathname, session !== null, estadoAdmin === 'activa' || lacksFactor)
  if (redirect) return <Navigate to={redirect} replace />

  // What anybody may read opens all the same; the rest waits until she has read why she is out.
  if (!session && hasSessionEnded() && findRoute(location.pathname)?.access === 'visitante') {
    return (
      <VisitorShell doors={false}>
        <SesionTerminada />
      </VisitorShell>
    )
  }

  const Shell = session ? MemberShell : VisitorShell
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Shell>
        <Routes>
          {routes.map(({ path, name, access, screen: Screen }) => (
            <Route
              key={path}
              path={path}
              element={
                access === 'admin' && givesFactor ? (
                  <FactorMissing onDone={lacksFactor ? undefined : () => setGivesFactor(false)} />
                ) : (
                  <Screen name={name} />
                )
              }
            />
          ))}
        </Routes>
      </Shell>
    </Suspense>
  )
}

function FullScreenSpinner() {
  return (
    <main className="grid min-h-dvh place-items-center text-4xl text-jacaranda-texto">
      <Spinner label="Cargando…" />
    </main>
  )
}
