import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { PageSkeleton } from '../../components/feedback/Skeleton.tsx'
import { beside } from '../../components/layout/optional.tsx'
import { useBar } from '../../components/layout/useBar.ts'
import { Asistente, AsistenteButton } from '../../features/asistente/Asistente.tsx'
import { canWait } from '../../features/legal/antes.ts'
import { usePoliticaPendiente } from '../../features/legal/politicas.ts'
import { AcompanamientoBanner } from '../../features/seguridad/acompanamiento/AcompanamientoBanner.tsx'
import { AlarmaBanner } from '../../features/seguridad/alarma/AlarmaBanner.tsx'
import { queryClient } from '../../lib/api/query.ts'
import { afterPaint } from '../../lib/device/painted.ts'
import { allowPrerendered, forbidPrerendered } from '../../lib/device/prerendered.ts'
import { usePasosOffer } from '../../lib/device/primerosPasos.ts'
import { useNeedsIdentidad } from '../../lib/member/admision.ts'
import { useCierre } from '../../lib/session/useCierre.ts'
import { Arrived } from './Arrived.tsx'
import { Header } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'
import { Stage } from './Stage.tsx'
import { TabBar } from './TabBar.tsx'
import { useContactosFirst } from './useContactosFirst.ts'
import { useOfferWriting } from './useOfferWriting.ts'
import { useOfflineDirectory } from './useOfflineDirectory.ts'
import { useSettleIn } from './useSettleIn.ts'

/** It asks first whether a change of her account waits. */
const Cambios = beside(async () => {
  await afterPaint()
  return (await import('./Cambios.tsx')).Cambios
})

const NewRelease = beside(async () => {
  await afterPaint()
  return (await import('./NewRelease.tsx')).NewRelease
})

const Behind = beside(async () => {
  await afterPaint()
  return (await import('./Behind.tsx')).Behind
})

const Identidad = lazy(async () => ({
  default: (await import('../../features/cuenta/Identidad.tsx')).Identidad,
}))

const LlamadaEnCurso = beside(async () => {
  await afterPaint()
  return (await import('../../features/seguridad/llamadaSegura/LlamadaEnCurso.tsx')).LlamadaEnCurso
})

const LlegadaBanner = beside(async () => {
  await afterPaint()
  return (await import('../../features/seguridad/llegada/LlegadaBanner.tsx')).LlegadaBanner
})

const VersionNueva = lazy(async () => ({
  default: (await import('../../features/legal/VersionNueva.tsx')).VersionNueva,
}))

/**
 * The frame for members: header and tabs on phones, a sidebar from 768 pixels on. At the foot one above the other what stays
 * there: the player while something is at hand, a newer release, the tabs. Pages end above it.
 */
export function MemberShell({ children }: { children: ReactNode }) {
  useContactosFirst()
  useSettleIn('miembro')
  useOfflineDirectory()
  useOfferWriting()

  // Cached answers of one member must not be there for the next one who signs in on this device.
  useEffect(() => () => queryClient.clear(), [])

  return (
    <QueryClientProvider client={queryClient}>
      <a
        href="#contenido"
        className="fixed top-2 left-2 z-40 -translate-y-[calc(100%+2rem)] rounded-control bg-jacaranda px-4 py-3 font-semibold text-sobre-jacaranda focus:translate-y-0"
      >
        Ir al contenido
      </a>
      {/* Home has the way out in itself; what stands in its place, while it is on its way or cannot be shown, has not. */}
      <div className="contents [body:has([data-inicio])_&]:hidden">
        <Header />
      </div>
      <Sidebar />
      <div
        ref={useBar('--avisos')}
        className="sticky top-(--cabeza) z-10 baja:static md:ml-64 [body:has([data-inicio])_&]:top-0"
      >
        <AlarmaBanner />
        <AcompanamientoBanner />
        <LlegadaBanner />
      </div>
      <Cambios />
      <Stage className="pb-[calc(var(--abajo)+var(--aire))] md:ml-64">
        <Suspense
          fallback={
            <div className="contents" data-coming>
              <PageSkeleton />
            </div>
          }
        >
          <Admitted>{children}</Admitted>
          <Arrived />
        </Suspense>
      </Stage>
      <div
        ref={useBar('--abajo')}
        className="fixed inset-x-0 bottom-0 z-20 baja:static md:left-64 md:baja:ml-64"
      >
        <Behind />
        <NewRelease />
        <TabBar />
      </div>
      {/* Above the row in which she writes to a circle. */}
      <AsistenteButton className="fixed right-6 bottom-[calc(var(--abajo)+24px)] z-20 hidden size-12! md:grid baja:md:hidden [body:has([data-pie])_&]:bottom-24" />
      <Asistente />
      <LlamadaEnCurso />
    </QueryClientProvider>
  )
}

/** Her screens, or the question for her identity, which comes first. */
function Admitted({ children }: { children: ReactNode }) {
  const isAsked = useNeedsIdentidad()
  usePrerendered(isAsked ? false : undefined)
  return isAsked ? <Identidad /> : <Agreed>{children}</Agreed>
}

/**
 * From the next page on her first screen is prerendered, unless something stands before it.
 *
 * @param isFree undefined while that is not known: then it stays as it was
 */
function usePrerendered(isFree: boolean | undefined): void {
  useEffect(() => {
    if (isFree) allowPrerendered()
    else if (isFree === false) forbidPrerendered()
  }, [isFree])
}

/** Her screens, or a new version of the legal texts before those that can wait. What was open stays open behind it. */
function Agreed({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { data: pendiente } = usePoliticaPendiente()
  const hasPin = useCierre() !== null
  const isNew = usePasosOffer() === 'primero'
  usePrerendered(hasPin || isNew || pendiente ? false : pendiente === null || undefined)
  const asks = Boolean(pendiente) && canWait(pathname)
  return (
    <>
      {asks && <VersionNueva id={pendiente!} />}
      <div className={asks ? 'hidden' : 'contents'}>{children}</div>
    </>
  )
}
