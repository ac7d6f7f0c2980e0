import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { isConfirmacion, readRetorno } from '../data/retorno.ts'
import { needsSegundoPaso } from '../data/segundoPaso.ts'
import { useSession } from '../data/session.tsx'
import { hasSessionEnded } from '../data/sessionEnd.ts'
import { afterPaint, whenIdleAfterPaint } from '../lib/device/painted.ts'
import { takeOver } from '../lib/device/umbral.ts'
import { Navigate, Routes, useLocation } from '../lib/router.tsx'
import { menuOf } from '../menus.ts'
import { onDemand } from '../room.tsx'
import { routes } from '../routes.tsx'
import { findRoute, opensBeforeSteps, redirectFor } from '../routing.ts'
import { beside } from '../ui/beside.tsx'
import { Late } from '../ui/Late.tsx'
import { OnWide } from '../ui/OnWide.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useHoldsTyped } from '../ui/typed.ts'
import { Bare } from './Bare.tsx'
import { ComunidadWaiting } from './ComunidadWaiting.tsx'
import { HoyWaiting } from './HoyWaiting.tsx'
import { VisitorShell } from './VisitorShell.tsx'

/** The frame of a member's rooms. */
export const MemberShell = onDemand(async () => (await import('./MemberShell.tsx')).MemberShell)

/** Behind the first drawing of Home, in room that is kept for it: it asks several rooms. */
const Hoy = beside(async () => {
  await afterPaint()
  return (await import('./Hoy.tsx')).Hoy
}, HoyWaiting)

/** The same for the community, where a screen has room for it: a telephone does not ask for it. */
const ComunidadHoy = beside(async () => {
  await afterPaint()
  return (await import('./ComunidadHoy.tsx')).ComunidadHoy
}, ComunidadWaiting)

/** What several rooms have to say in one. */
const OF_SEVERAL: Readonly<Record<string, ReactNode>> = {
  '/': <Hoy />,
  '/comunidad': (
    <OnWide>
      <ComunidadHoy />
    </OnWide>
  ),
}

const loadSesionTerminada = () => import('./SesionTerminada.tsx')
const SesionTerminada = lazy(async () => ({ default: (await loadSesionTerminada()).SesionTerminada }))

const ReturnedWithError = lazy(async () => ({
  default: (await import('./ReturnedWithError.tsx')).ReturnedWithError,
}))

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
  const { loading, session, estadoAdmin, papeles } = useSession()
  const location = useLocation()
  const [givesFactor, setGivesFactor] = useState(false)
  const holdsTyped = useHoldsTyped()
  const inside = session !== null

  // Loaded before it is needed, because it is shown when something has gone wrong.
  useEffect(() => {
    // Asked for again when it is needed.
    if (inside) whenIdleAfterPaint(() => void loadSesionTerminada().catch(() => {}))
  }, [inside])

  // In another tab, perhaps, while this page was being looked at: her rooms are not behind one for visitors.
  useLayoutEffect(() => {
    if (inside) takeOver()
  }, [inside])

  const retorno = readRetorno(location)
  if (retorno?.kind === 'error') {
    return (
      <Suspense fallback={<FullScreenSpinner />}>
        <ReturnedWithError retorno={retorno} />
      </Suspense>
    )
  }

  // Whoever registered with her address also chose where the link leads; the question that it carries is
  // shown on one page alone.
  if (isConfirmacion(location)) {
    return <Navigate to={{ ...location, pathname: '/cuenta/confirmada' }} replace />
  }

  if (loading) return <FullScreenSpinner />

  const aside = session && opensBeforeSteps(location.pathname) ? findRoute(location.pathname) : undefined
  if (aside && (needsSegundoPaso(session!) || estadoAdmin === 'clave')) {
    return (
      <VisitorShell doors={false}>
        <aside.screen name={aside.name} menu={[]} />
      </VisitorShell>
    )
  }

  // The service hears a press, and shows no data, until the code of her second factor was given.
  if (session && needsSegundoPaso(session)) {
    return (
      <VisitorShell doors={false}>
        <SegundoPaso />
      </VisitorShell>
    )
  }

  // The password that was printed at the first start must be changed first.
  if (session && estadoAdmin === 'clave') {
    return (
      <VisitorShell doors={false}>
        <ChoosePassword />
      </VisitorShell>
    )
  }

  // Whether she is the admin is asked of the database; the answer may still be on its way.
  const asksForAdmin = session !== null && findRoute(location.pathname)?.access === 'admin'
  if (asksForAdmin && estadoAdmin === null) return <FullScreenSpinner />

  const lacksFactor = estadoAdmin === 'factor'
  // Stays open until she says that she is done: recovery codes are shown once, and she already has the
  // admin's rights by then.
  if (lacksFactor && asksForAdmin && !givesFactor) setGivesFactor(true)
  const redirect = redirectFor(
    location.pathname,
    session !== null,
    estadoAdmin === 'activa' || lacksFactor ? papeles : [],
  )
  // Of whose role ended while she wrote, the room closes once she has closed what she was writing: her words are hers to take along.
  if (redirect && !(asksForAdmin && holdsTyped)) return <Navigate to={redirect} replace />

  // Public pages open all the same; everything else waits until she has read why her session ended.
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
        <Routes
          of={routes.map(({ path, name, access, shows, screen: Screen }) => ({
            path,
            element:
              access === 'admin' && givesFactor ? (
                <FactorMissing onDone={lacksFactor ? undefined : () => setGivesFactor(false)} />
              ) : (
                <Screen name={name} menu={shows ? menuOf(shows) : []} hoy={OF_SEVERAL[path]} />
              ),
          }))}
        />
      </Shell>
    </Suspense>
  )
}

function FullScreenSpinner() {
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
