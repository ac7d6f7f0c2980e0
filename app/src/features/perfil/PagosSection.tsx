import { Bell, ChevronRight, CreditCard, type LucideIcon } from 'lucide-react'
import { Card } from '../../components/layout/Card.tsx'
import { showUnderConstruction } from '../../lib/toast/sharedToasts.ts'

/** «Suscripción y Pagos»: its two rows announce what does not exist yet (docs/product.md#profile). */
export function PagosSection() {
  return (
    <Card as="section" aria-labelledby="pagos" flush>
      <h2 id="pagos" className="px-3 pt-3 pb-1 text-xl">
        Suscripción y Pagos
      </h2>
      <Fila icon={CreditCard} label="Método de pago" value="•••• •••• •••• ••••" spoken="Tarjeta oculta" />
      <Fila icon={Bell} label="Recordatorio de pago" value="Activado" />
    </Card>
  )
}

type FilaProps = { icon: LucideIcon; label: string; value: string; spoken?: string }

function Fila({ icon: Icon, label, value, spoken }: FilaProps) {
  return (
    <button
      type="button"
      onClick={() => showUnderConstruction()}
      className="flex min-h-14 w-full items-center gap-3 rounded-card px-3 py-2 text-left transition-colors duration-150 hover:bg-jacaranda-suave"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-jacaranda-suave text-jacaranda-texto">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{label}</span>
        <span aria-hidden={spoken ? true : undefined} className="text-sm text-tinta-suave">
          {value}
        </span>
        {spoken && <span className="sr-only">{spoken}</span>}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-tinta-suave" />
    </button>
  )
}
