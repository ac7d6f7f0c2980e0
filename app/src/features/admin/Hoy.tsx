import {
  BookHeart,
  LifeBuoy,
  Lightbulb,
  type LucideIcon,
  MessageSquareWarning,
  PhoneIncoming,
  PhoneMissed,
  Scale,
  Star,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useStill } from '../../components/button/press.ts'
import { EmptyState } from '../../components/feedback/EmptyState.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Skeleton } from '../../components/feedback/Skeleton.tsx'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { LinkRow } from '../../components/layout/LinkRow.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePendingRevision } from '../../lib/team/revision.ts'
import { AdminPage } from './AdminPage.tsx'
import { GuardiasSection } from './equipo/GuardiasSection.tsx'
import { type Pendiente, useHoy } from './equipo/guardias.ts'
import { CLASES, type Clase, tellAge } from './revision/clases.ts'

/** What waits outside of the review queue, and where. */
export const LUGARES: Readonly<Record<string, { nombre: string; to: string }>> = {
  numero: { nombre: 'Números del directorio que no contestan', to: '/seguridad/apoyo-y-refugios' },
  sugerencia: { nombre: 'Sugerencias para el directorio', to: '/admin/directorio' },
  soporte: { nombre: 'Quien escribió al equipo', to: '/admin/soporte' },
}

/** What waits for her today, what is urgent on top, and who is on duty. */
export function Hoy() {
  const { has } = useSession()
  return (
    <AdminPage title="Hoy" text="Lo que espera, lo más urgente y lo más antiguo primero.">
      <div className="in-turn grid gap-x-8 gap-y-5 lg:grid-cols-[3fr_2fr] lg:items-start">
        <Esperas empty={<EmptyState message="Nada espera. Gracias por cuidar este lugar." />} />
        {has('moderadora') && <GuardiasSection />}
      </div>
    </AdminPage>
  )
}

/** What waits in the work of her roles and is not in the review queue; nothing where nothing waits. */
export function OtrasEsperas() {
  const { data: known, isFetched } = useHoy()
  const data = useStill(known)
  if (!isFetched) return <Skeleton className="h-20 rounded-card" />
  const others = data?.filter(({ clase }) => clase in LUGARES) ?? []
  if (others.length === 0) return null
  return (
    <section aria-labelledby="tambien-espera" className="grid gap-2">
      <h2 id="tambien-espera" className="text-xl">
        También espera
      </h2>
      <Card flush>
        {others.map((pendiente) => (
          <Renglon key={pendiente.clase} pendiente={pendiente} />
        ))}
      </Card>
    </section>
  )
}

/** What waits in the work of her roles, by kind, and since when. */
export function Esperas({ empty }: { empty: ReactNode }) {
  const query = useHoy()
  usePendingRevision()
  return (
    <section aria-label="Lo que espera">
      <QueryView query={query} errorMessage="No se pudo cargar lo que espera." empty={empty}>
        {(list) => (
          <Card flush>
            {list.map((pendiente) => (
              <Renglon key={pendiente.clase} pendiente={pendiente} />
            ))}
          </Card>
        )}
      </QueryView>
    </section>
  )
}

const ICONS: Readonly<Record<Pendiente['clase'], LucideIcon>> = {
  historia: BookHeart,
  mensaje: MessageSquareWarning,
  llamada: PhoneIncoming,
  reseña: Star,
  nombre: UserRound,
  apelacion: Scale,
  numero: PhoneMissed,
  sugerencia: Lightbulb,
  soporte: LifeBuoy,
}

function Renglon({ pendiente: { clase, cuantas, urgentes, desde } }: { pendiente: Pendiente }) {
  const { nombre, to } = LUGARES[clase] ?? { nombre: CLASES[clase as Clase], to: '/admin/revision' }
  return (
    <LinkRow
      to={to}
      icon={ICONS[clase]}
      label={nombre}
      description={`La más antigua llegó ${tellAge(clase, desde)}`}
      note={
        // One above the other on a phone: side by side they leave a long word no room.
        <span className="flex shrink-0 flex-col items-end gap-1.5 sm:flex-row sm:items-center">
          {urgentes > 0 && (
            <Badge tone="alerta">{urgentes === 1 ? '1 urgente' : `${urgentes} urgentes`}</Badge>
          )}
          <Badge tone="bugambilia">{cuantas}</Badge>
        </span>
      }
    />
  )
}
