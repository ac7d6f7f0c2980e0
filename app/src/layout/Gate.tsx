import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { knownConfig } from '../lib/config.ts'
import { isConfirmacion, readRetorno } from '../lib/retorno.ts'
import { faltaSegundoPaso } from '../lib/segundoPaso.ts'
import { useSession } from '../lib/session.tsx'
import { findRoute, redirectFor, routes } from '../routes.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { ReturnedWithError } from './ReturnedWithError.tsx'
import { VisitorShell } from './VisitorShell.tsx'

const MemberShell = lazy(async () => ({ default: (await import('./MemberShell.tsx')).MemberShell }))

const SegundoPaso = lazy(async () => ({
  default: (await import('../features/cuenta/SegundoPaso.tsx')).SegundoPaso,
}))

/** Decides, before anything is drawn, whether she may see what she asked for. */
export function Gate() {
  const { loading, session, isAdmin } = useSession()
  const location = useLocation()

  const retorno = readRetorno(location)
  if (retorno?.kind === 'error') return <ReturnedWithError retorno={retorno} />

  // Whoever registers with her address also chooses where its link leads; what it asks of her is on one page alone.
  if (isConfirmacion(location)) {
    return <Navigate to={{ ...location, pathname: '/cuenta/confirmada' }} replace />
  }

  if (loading) return <FullScreenSpinner />

  // The service opens no room of hers before the code of her second factor.
  if (session && faltaSegundoPaso(session)) {
    return (
      <VisitorShell doors={false}>
        <SegundoPaso />
      </VisitorShell>
    )
  }

  // Who the admin is, the settings say; they may still be on their way.
  const asksForAdmin = session && findRoute(location.pathname)?.access === 'admin'
  if (asksForAdmin && !knownConfig()) return <FullScreenSpinner />

  const redirect = redirectFor(location.pathname, session !== null, isAdmin)
  if (redirect) return <Navigate to={redirect} replace />

  const Shell = session ? MemberShell : VisitorShell
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Shell>
        <Routes>
          {routes.map(({ path, name, screen: Screen }) => (
            <Route key={path} path={path} element={<Screen name={name} />} />
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
