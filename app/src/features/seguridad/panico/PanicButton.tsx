import { BellRing, Check } from 'lucide-react'
import type { Ref } from 'react'
import { Frase } from '../../../components/content/Propio.tsx'
import type { Fase } from './estado.ts'

type PanicButtonProps = {
  fase: Fase
  /** Whom it writes to; null when nobody is known. */
  nombre: string | null
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
}

export const STEPS: Record<Exclude<Fase, 'reposo'>, string> = {
  ubicando: 'Buscando tu ubicación…',
  preparando: 'Preparando el mensaje…',
  lista: 'Listo para enviar',
}

/** The largest thing on its screen. It never goes away and is never disabled; what a press does is `usePanico`'s. */
export function PanicButton({ fase, nombre, onPress, ref }: PanicButtonProps) {
  const working = fase === 'ubicando' || fase === 'preparando'
  const step = fase === 'reposo' ? '' : STEPS[fase]

  return (
    <div className="@container grid place-items-center py-5">
      <button
        ref={ref}
        type="button"
        data-panico=""
        onClick={onPress}
        aria-busy={working || undefined}
        className="group relative grid size-[clamp(min(62vw,240px),12rem,88vw)] bajita:size-[clamp(min(66vw,12rem),12rem,88vw)] place-items-center rounded-full bg-[radial-gradient(circle_at_50%_28%,#d8323a,#c4232b_52%,#a3161f)] text-sobre-alerta shadow-[0_0_0_10px_color-mix(in_srgb,var(--alerta)_20%,transparent),0_0_0_20px_color-mix(in_srgb,var(--alerta)_9%,transparent)] transition-transform duration-150 active:scale-[0.97] focus-visible:outline-[5px] focus-visible:outline-offset-[6px] forced-colors:border-4"
      >
        {working && (
          <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-2 animate-gira">
            <circle
              cx="50"
              cy="50"
              r="48"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.4"
              strokeLinecap="round"
              pathLength="100"
              strokeDasharray="28 72"
            />
          </svg>
        )}
        <span className="grid justify-items-center gap-2 px-4 text-center">
          {fase === 'lista' ? (
            <Check aria-hidden="true" className="size-12 @max-[15rem]:hidden" strokeWidth={2.2} />
          ) : (
            <BellRing aria-hidden="true" className="size-12 @max-[15rem]:hidden" strokeWidth={1.8} />
          )}
          <span className="font-serif text-[clamp(1.3rem,6.6vw,1.75rem)] leading-[1.1] [overflow-wrap:normal] @min-[17rem]:whitespace-nowrap">
            Botón de pánico
          </span>
          {/* A long name is whole in the list of her contacts. Other words are another element: these do not go aside for them. */}
          <span key={step || nombre} data-corto className="line-clamp-2 leading-snug wrap-anywhere">
            {step ||
              (nombre ? <Frase propios={[nombre]}>{`Mensaje para ${nombre}`}</Frase> : 'Pide ayuda ahora')}
          </span>
        </span>
      </button>
      <p role="status" aria-live="assertive" className="sr-only">
        {step}
      </p>
    </div>
  )
}
