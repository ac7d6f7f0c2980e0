import { Check, Minus } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../components/cx.ts'
import { radioClass } from '../../components/form/radio.ts'
import { Badge } from '../../components/icons/Badge.tsx'
import { brand } from '../../lib/installation/brand.ts'
import type { PlanId } from './suscripcion.ts'

type PlanCardProps = {
  id: PlanId
  /** What it promises and does not hold yet. */
  coming: readonly string[]
  checked: boolean
  /** It is her current plan. */
  current: boolean
  onChoose: () => void
}

const isShared = (feature: string) => (brand.sharedFeatures as readonly string[]).includes(feature)

/** A plan with its price and what it holds; the whole card is the radio button's label. */
export function PlanCard({ id, coming, checked, current, onChoose }: PlanCardProps) {
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
          className={cx(radioClass, 'outline-none')}
        />
        <span id={`${ids}-name`} className="font-serif text-2xl">
          {name}
        </span>
        <span className="ml-auto flex gap-2">
          {current && <Badge tone="salvia">Tu plan</Badge>}
          {id === 'premium' && <Badge tone="maiz">Más Popular</Badge>}
        </span>
      </span>
      <span id={`${ids}-price`}>
        <span className="font-bold text-4xl tracking-tight">${price}</span>{' '}
        <span className="text-tinta-suave">{brand.currency} / mes</span>
      </span>
      <ul id={`${ids}-features`} className="grid gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            {/* Ticked is what paying for it gives today. */}
            {coming.includes(feature) || isShared(feature) ? (
              <Minus aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-tinta-suave" />
            ) : (
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-salvia-texto" />
            )}
            {/* Where it has no room beside, the badge begins where the words do. */}
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span>{feature}</span>
              {coming.includes(feature) && <Badge>próximamente</Badge>}
              {isShared(feature) && <Badge>hoy, para todas</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </label>
  )
}
