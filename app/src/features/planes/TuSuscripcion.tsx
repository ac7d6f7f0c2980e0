import { CreditCard } from 'lucide-react'
import { Button } from '../../components/button/Button.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { type Fila, planOf } from './suscripcion.ts'

type TuSuscripcionProps = { suscripcion: Fila; busy: boolean; onManage: () => void }

/** What she pays for now, and the way to the provider's page, where she changes her card or cancels. */
export function TuSuscripcion({ suscripcion, busy, onManage }: TuSuscripcionProps) {
  const plan = brand.plans[planOf(suscripcion.plan) ?? 'basico'].name
  return (
    <Card as="section" aria-labelledby="tu-suscripcion" className="grid gap-3">
      <h2 id="tu-suscripcion" className="text-xl">
        Tu suscripción: {plan}
      </h2>
      <p className="text-tinta-suave">{estadoOf(suscripcion, plan)}</p>
      <Button
        look="secondary"
        className="justify-self-start"
        icon={<CreditCard aria-hidden="true" className="size-5" />}
        busy={busy}
        onClick={onManage}
      >
        Administrar mi suscripción
      </Button>
    </Card>
  )
}

function estadoOf({ estado, vigente_hasta, cancela_al_final }: Fila, plan: string): string {
  if (estado === 'vencida') {
    return `Tu último pago no pasó. Actualiza tu tarjeta para recuperar ${plan}. Todo lo que te protege sigue funcionando igual.`
  }
  if (cancela_al_final && vigente_hasta) {
    return `La cancelaste: termina el ${longFecha(new Date(vigente_hasta))} y no se cobra de nuevo.`
  }
  return 'Se renueva cada mes. Puedes cambiar tu tarjeta o cancelar cuando quieras, en la página de Stripe.'
}
