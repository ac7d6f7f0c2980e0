import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { queryClient } from '../../lib/api/query.ts'
import { brand } from '../../lib/installation/brand.ts'
import { useSession } from '../../lib/session/session.tsx'
import { PlanCard } from './PlanCard.tsx'
import { requestPage, useComing, useSuscripcion } from './pagos.ts'
import { PLANES, type PlanId } from './suscripcion.ts'
import { TuSuscripcion } from './TuSuscripcion.tsx'
import * as toasts from './toasts.ts'

/** The one thing that asks for a plan: events and talks that the team marked so (migration encuentros). */
const soloPremium = (coming: readonly string[]) =>
  coming.includes(brand.premiumEvents)
    ? ''
    : `, menos los eventos y talleres marcados «${brand.plans.premium.name}»`

/** Seen by visitors as well, whose pages ask the service for nothing else: it brings its own provider. */
export function Planes() {
  return (
    <QueryClientProvider client={queryClient}>
      <ChoosePlan />
    </QueryClientProvider>
  )
}

/** The plan chooser. Visitors may look; choosing asks them in. */
function ChoosePlan() {
  const { session } = useSession()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<PlanId>('premium')
  const { data: suscripcion = null } = useSuscripcion()
  const coming = useComing()
  const [busy, setBusy] = useBusyUntilLeft()

  const go = async (page: () => Promise<string>) => {
    if (busy) return
    setBusy(true)
    try {
      // The same tab: nothing to be blocked as a pop-up, and she comes back to where she was.
      location.assign(await page())
    } catch (failure) {
      toasts.openFailed(failure)
      setBusy(false)
    }
  }
  const subscribe = () => {
    if (session) return go(() => requestPage('create-checkout', chosen))
    toasts.signInFirst()
    navigate('/login')
  }

  return (
    <div className="mx-casa grid w-full max-w-6xl gap-x-8 gap-y-6 px-4 pt-5 pb-10 md:px-8 md:pt-10">
      <header className="grid gap-2">
        <h1 className="text-3xl md:text-4xl">Elige tu plan</h1>
        <p className="max-w-prose text-tinta-suave">
          Hoy todo lo que ya funciona está abierto para todas, sin pagar{soloPremium(coming)}. Un plan
          sostiene {brand.name} y te da lo que lleva «próximamente» en cuanto exista.
        </p>
      </header>
      {suscripcion && (
        <TuSuscripcion
          suscripcion={suscripcion}
          busy={busy}
          onManage={() => void go(() => requestPage('create-portal'))}
        />
      )}
      <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
        <legend className="sr-only">Planes</legend>
        {PLANES.map((id) => (
          <PlanCard
            key={id}
            id={id}
            coming={coming}
            checked={id === chosen}
            current={suscripcion?.estado === 'activa' && suscripcion.plan === id}
            onChoose={() => setChosen(id)}
          />
        ))}
      </fieldset>
      {!suscripcion && (
        <div className="grid gap-3">
          <Button size="lg" busy={busy} onClick={() => void subscribe()}>
            Suscribirme a {brand.plans[chosen].name}
          </Button>
          <p className="text-sm text-tinta-suave">
            Se paga con tarjeta en la página de Stripe. El cargo se ve en tu estado de cuenta y el recibo
            llega al correo que escribas ahí: piensa quién más los revisa. Todo lo que te protege funciona sin
            pagar.
          </p>
        </div>
      )}
    </div>
  )
}

/** Stays busy while the browser leaves for the other page; not any more where she comes back with the back button. */
function useBusyUntilLeft() {
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  return [busy, setBusy] as const
}
