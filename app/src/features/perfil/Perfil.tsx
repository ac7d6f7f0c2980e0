import { CalendarDays, CreditCard, Gift, LogOut } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../lib/brand.ts'
import { messageOf } from '../../lib/errors.ts'
import { nombreDe } from '../../lib/nombre.ts'
import { perfilPorDefecto, usePerfil } from '../../lib/perfil.ts'
import { useSession, useUser } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { DispositivoSection } from './DispositivoSection.tsx'

const planes: Record<string, string> = { basico: brand.plans.basico.name, premium: brand.plans.premium.name }

export function Perfil() {
  const user = useUser()
  const { signOut } = useSession()
  const { data: perfil, error, refetch, isFetching } = usePerfil()
  const [leaving, setLeaving] = useState(false)
  const plan = perfil?.tipo_plan ?? perfilPorDefecto.tipo_plan

  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (failure) {
      toast({ title: 'Error al cerrar sesión', description: messageOf(failure), variant: 'destructive' })
    }
  }

  return (
    <div className="mx-auto grid max-w-2xl gap-5 px-4 pt-5 md:px-8 md:pt-10">
      <h1 className="sr-only md:not-sr-only md:text-4xl">Mi Perfil</h1>
      {error && !perfil ? (
        <ErrorState message="No se pudo cargar tu perfil." onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Card className="flex items-center gap-4">
          <Avatar src={perfil?.foto_url} className="size-20" />
          <div className="grid min-w-0 justify-items-start gap-1">
            <p className="line-clamp-2 font-serif text-2xl leading-tight">
              {nombreDe(perfil?.username, user.user_metadata)}
            </p>
            <Badge tone={plan === 'premium' ? 'maiz' : 'jacaranda'}>Plan {planes[plan] ?? plan}</Badge>
          </div>
        </Card>
      )}
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
      <DispositivoSection />
      <Button
        look="secondary"
        size="lg"
        busy={leaving}
        busyLabel="Cerrando sesión…"
        onClick={leave}
        icon={<LogOut aria-hidden="true" className="size-5" />}
      >
        Cerrar sesión
      </Button>
    </div>
  )
}
