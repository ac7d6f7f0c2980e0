import { CalendarDays, CreditCard, Gift, Mail } from 'lucide-react'
import { ErrorState } from '../../components/feedback/ErrorState.tsx'
import { useFailure } from '../../components/feedback/useFailure.ts'
import { Badge } from '../../components/icons/Badge.tsx'
import { BelowFirst } from '../../components/layout/BelowFirst.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { LinkRow } from '../../components/layout/LinkRow.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { usePerfil } from '../../lib/member/perfil.ts'
import { useHilo } from '../../lib/member/soporte.ts'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { ConvocatoriasSection } from './ConvocatoriasSection.tsx'
import { DatosSection } from './DatosSection.tsx'
import { DecisionesSection } from './DecisionesSection.tsx'
import { DispositivoSection } from './DispositivoSection.tsx'
import { Ficha } from './Ficha.tsx'
import { PagosSection } from './PagosSection.tsx'
import { SignOut } from './SignOut.tsx'

const NO_SE_CARGO = 'No se pudo cargar tu perfil.'

export function Perfil() {
  const query = usePerfil()
  const failure = useFailure(query)

  useSayFailure(query.isLoadingError, NO_SE_CARGO)

  return (
    <div className="mx-casa grid max-w-2xl gap-5 px-4 pt-5 md:px-8 md:pt-10 lg:max-w-6xl">
      <PageTitle>Mi Perfil</PageTitle>
      {/* Who she is, what is on this device, what is hers: on a wide screen the device beside the other two. */}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-8">
        <div className="grid gap-5">
          {failure && !query.data ? (
            <ErrorState message={NOT_HERE} onRetry={() => void query.refetch()} busy={query.isFetching} />
          ) : (
            <Ficha />
          )}
          <ConvocatoriasSection />
          <Card as="section" flush>
            <LinkRow
              to="/pricing"
              label="Planes"
              description="Conoce lo que incluye cada uno"
              icon={CreditCard}
            />
            <LinkRow
              to="/referidos"
              label="Invita y Gana"
              description="Comparte tu código con amigas"
              icon={Gift}
            />
            <LinkRow
              to="/agenda"
              label="Mi agenda"
              description="Citas, recordatorios y cumpleaños"
              icon={CalendarDays}
            />
          </Card>
          <PagosSection />
        </div>
        <BelowFirst>
          <div className="grid gap-5 lg:in-turn lg:row-span-2">
            <DispositivoSection />
          </div>
          <div className="grid gap-5 lg:col-start-1 lg:row-start-2">
            <DecisionesSection />
            <DatosSection />
            <Soporte />
            <SignOut />
          </div>
        </BelowFirst>
      </div>
    </div>
  )
}

/** The way to the team, and whether it has answered. */
function Soporte() {
  const { data: hilo } = useHilo()
  return (
    <Card as="section" flush>
      <LinkRow
        to="/soporte"
        label="Escribir al equipo"
        description="Lo que no funciona, o una duda con tu cuenta o un pago"
        icon={Mail}
        note={hilo?.nuevo ? <Badge tone="bugambilia">Respuesta nueva</Badge> : null}
      />
    </Card>
  )
}
