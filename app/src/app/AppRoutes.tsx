import { type ReactNode, Suspense, useState } from 'react'
import { Outlet, type RouteObject, useRoutes } from 'react-router'
import { OnWide } from '../components/layout/OnWide.tsx'
import { beside } from '../components/layout/optional.tsx'
import { afterPaint } from '../lib/device/painted.ts'
import { readPasos, usePasosOffer } from '../lib/device/primerosPasos.ts'
import { useSession } from '../lib/session/session.tsx'
import { ComunidadWaiting } from './layout/ComunidadWaiting.tsx'
import {
  AccessGuard,
  FactorGuard,
  FullScreenSpinner,
  LinkGuard,
  SessionGuard,
  useMissingStep,
} from './layout/guards.tsx'
import { HoyWaiting } from './layout/HoyWaiting.tsx'
import { PrimerPasoFrame } from './layout/PrimerPasoFrame.tsx'
import { VisitorShell } from './layout/VisitorShell.tsx'
import { onDemand } from './lazyScreen.tsx'
import { menuOf } from './menus.ts'
import { type AppRoute, routes } from './routes.tsx'

/** The layout around a member's screens. */
export const MemberShell = onDemand(async () => (await import('./layout/MemberShell.tsx')).MemberShell)

/** After the first paint of Home, in space that is kept for it: it asks for data of several screens. */
const Hoy = beside(async () => {
  await afterPaint()
  return (await import('./layout/Hoy.tsx')).Hoy
}, HoyWaiting)

/** The same for the community, on a screen that has space for it: a phone does not ask for it. */
const PrimerPaso = beside(async () => (await import('./layout/PrimerPaso.tsx')).PrimerPaso, PrimerPasoFrame)

const ComunidadHoy = beside(async () => {
  await afterPaint()
  return (await import('./layout/ComunidadHoy.tsx')).ComunidadHoy
}, ComunidadWaiting)

/** What is shown of several screens in one. */
const OF_SEVERAL: Readonly<Record<string, ReactNode>> = {
  '/': <Hoy />,
  '/comunidad': (
    <OnWide>
      <ComunidadHoy />
    </OnWide>
  ),
}

function Shell() {
  const { session } = useSession()
  const missing = useMissingStep()
  if (missing)
    return (
      <VisitorShell links={false}>
        <Outlet />
      </VisitorShell>
    )
  const Layout = session ? MemberShell : VisitorShell
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Layout>
        <Outlet />
      </Layout>
    </Suspense>
  )
}

function ScreenOf({ path, name, shows, screen: Screen }: AppRoute) {
  // As it was when the page was opened: nothing moves while she is on it.
  const [before] = useState(readPasos)
  const wanted = usePasosOffer() !== 'no'
  const paso = path === '/' && wanted ? <PrimerPaso /> : undefined
  return (
    <Screen
      name={name}
      menu={shows ? menuOf(shows) : []}
      hoy={OF_SEVERAL[path]}
      primero={before === 'primero' && paso}
      luego={before === null && paso}
    />
  )
}

const screenOf = (route: AppRoute): RouteObject => ({
  path: route.path,
  element: <ScreenOf {...route} />,
})

const ofTeam = routes.filter(({ access }) => access === 'admin')
const ofAll = routes.filter(({ access }) => access !== 'admin')

const ROUTES: RouteObject[] = [
  {
    element: <LinkGuard />,
    children: [
      {
        element: <SessionGuard />,
        children: [
          {
            element: <AccessGuard />,
            children: [
              {
                element: <Shell />,
                children: [
                  ...ofAll.map(screenOf),
                  { element: <FactorGuard />, children: ofTeam.map(screenOf) },
                ],
              },
              // An unknown address: the guard leads home.
              { path: '*', element: null },
            ],
          },
        ],
      },
    ],
  },
]

/** Every screen of the app but those that stand alone (`app/layout/Alone.tsx`), behind its guards. */
export const AppRoutes = () => useRoutes(ROUTES)
