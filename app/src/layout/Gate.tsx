import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useSession } from '../lib/session.tsx'
import { redirectFor, routes } from '../routes.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { MemberShell } from './MemberShell.tsx'
import { VisitorShell } from './VisitorShell.tsx'

/** Decides, before anything is drawn, whether she may see what she asked for. */
export function Gate() {
  const { loading, session } = useSession()
  const { pathname } = useLocation()

  if (loading) {
    return (
      <main className="grid min-h-dvh place-items-center text-4xl text-jacaranda-texto">
        <Spinner label="Cargando…" />
      </main>
    )
  }

  const redirect = redirectFor(pathname, session !== null)
  if (redirect) return <Navigate to={redirect} replace />

  const Shell = session ? MemberShell : VisitorShell
  return (
    <Shell>
      <Routes>
        {routes.map(({ path, screen: Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      </Routes>
    </Shell>
  )
}
