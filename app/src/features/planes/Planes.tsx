import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { brand } from '../../lib/brand.ts'
import { useSession } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

type PlanId = keyof typeof brand.plans

const ids = Object.keys(brand.plans) as PlanId[]

/** The plan chooser. Visitors may look; choosing asks them in (decision 5). */
export function Planes() {
  const { session } = useSession()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<PlanId>('premium')

  const choose = () => {
    if (session) {
      toast({ title: 'Configuración de Stripe pendiente' })
      return
    }
    toast({ title: 'Debes iniciar sesión', variant: 'destructive' })
    navigate('/login')
  }

  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-10">
      <header className="grid gap-2">
        <h1 className="text-3xl md:text-4xl">Elige tu plan</h1>
        <p className="text-tinta-suave">Cambia cuando quieras. El botón de pánico está en todos.</p>
      </header>
      <fieldset className="grid min-w-0 gap-4 lg:grid-cols-2">
        <legend className="sr-only">Planes</legend>
        {ids.map((id) => (
          <PlanCard key={id} id={id} checked={id === chosen} onChoose={() => setChosen(id)} />
        ))}
      </fieldset>
      <Button size="lg" onClick={choose}>
        Suscribirme a {brand.plans[chosen].name}
      </Button>
    </div>
  )
}

function PlanCard({ id, checked, onChoose }: { id: PlanId; checked: boolean; onChoose: () => void }) {
  const { name, price, features } = brand.plans[id]
  const ids = useId()
  return (
    <label
      className={cx(
        'grid cursor-pointer content-start gap-4 rounded-tile border-2 bg-superficie p-5 transition-colors duration-150 md:p-6',
        'has-focus-visible:outline-3 has-focus-visible:outline-foco has-focus-visible:outline-offset-2',
        checked ? 'border-jacaranda-viva' : 'border-linea hover:border-linea-fuerte',
      )}
    >
      <span className="flex flex-wrap items-center gap-3">
        <input
          type="radio"
          name="plan"
          value={id}
          checked={checked}
          onChange={onChoose}
          aria-labelledby={`${ids}-name ${ids}-price`}
          aria-describedby={`${ids}-features`}
          className="size-5 accent-jacaranda-viva outline-none"
        />
        <span id={`${ids}-name`} className="font-serif text-2xl">
          {name}
        </span>
        {id === 'premium' && (
          <Badge tone="maiz" className="ml-auto">
            Más Popular
          </Badge>
        )}
      </span>
      <span id={`${ids}-price`}>
        <span className="font-bold text-4xl tracking-tight">${price}</span>{' '}
        <span className="text-tinta-suave">{brand.currency} / mes</span>
      </span>
      <ul id={`${ids}-features`} className="grid gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-salvia-texto" />
            {feature}
          </li>
        ))}
      </ul>
    </label>
  )
}
