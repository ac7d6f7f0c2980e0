import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button, buttonClass } from '../../../components/button/Button.tsx'
import { cx } from '../../../components/cx.ts'
import { ListSkeleton } from '../../../components/feedback/Skeleton.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { skipPasos } from '../../../lib/device/primerosPasos.ts'
import { PasoBody, TITULOS } from './PasoBody.tsx'
import { PasoDialogs, useDoing } from './PasoDialogs.tsx'
import { type Estado, PASOS } from './pasos.ts'
import { usePasos } from './usePasos.ts'

/** The steps after which an alert reaches somebody. Each can be left out, and none stands in her way. */
export function PrimerosPasos() {
  const pasos = usePasos()
  const { known, estados, actual, pass } = pasos
  const navigate = useNavigate()
  const [doing, setDoing] = useDoing()
  const leave = () => {
    skipPasos()
    void navigate('/seguridad')
  }

  return (
    <div className="mx-casa in-turn grid w-full max-w-xl content-start gap-4 px-4 pt-4 md:px-8 md:pt-10">
      <header className="grid gap-1">
        <h1 className="text-[1.75rem] md:text-4xl">Deja lista tu alerta</h1>
        <p className="text-tinta-suave">
          Omite los que quieras: el botón de pánico funciona igual, y puedes volver aquí cuando quieras.
        </p>
      </header>
      {known ? (
        <ol className="grid gap-3">
          {PASOS.map((paso, place) => (
            <Step
              key={paso}
              number={place + 1}
              title={TITULOS[paso]}
              estado={estados[paso]}
              onSkip={() => pass(paso, 'omitido')}
            >
              <PasoBody
                paso={paso}
                pasos={pasos}
                onAdd={() => setDoing('adding')}
                onInvite={(contacto) => setDoing({ inviting: contacto })}
              />
            </Step>
          ))}
        </ol>
      ) : (
        <ListSkeleton />
      )}
      {known && !actual ? (
        <Link to="/seguridad" replace onClick={skipPasos} className={buttonClass({ size: 'lg', wide: true })}>
          Ir a mi espacio seguro
        </Link>
      ) : (
        <Button look="quiet" onClick={leave}>
          Omitir todo
        </Button>
      )}
      <PasoDialogs doing={doing} onDo={setDoing} pasos={pasos} />
    </div>
  )
}

const ESTADOS: Record<Estado, string> = {
  hecho: 'hecho',
  ahora: 'ahora',
  luego: 'después',
  omitido: 'omitido',
}

type StepProps = {
  number: number
  title: string
  estado: Estado
  onSkip: () => void
  children: ReactNode
}

function Step({ number, title, estado, onSkip, children }: StepProps) {
  return (
    <Card as="li" aria-current={estado === 'ahora' ? 'step' : undefined} className="grid gap-3">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={cx(
            'grid size-9 shrink-0 place-items-center rounded-full font-semibold',
            estado === 'hecho' && 'bg-salvia-suave text-salvia-texto',
            estado === 'ahora' && 'bg-jacaranda text-sobre-jacaranda',
            (estado === 'luego' || estado === 'omitido') && 'bg-hundido text-tinta-suave',
          )}
        >
          {estado === 'hecho' ? <Check className="size-5" /> : number}
        </span>
        <h2
          className={cx('min-w-0 font-sans font-semibold text-lg', estado !== 'ahora' && 'text-tinta-suave')}
        >
          {title}
          <span className="sr-only"> ({ESTADOS[estado]})</span>
        </h2>
        {estado === 'omitido' && <span className="ml-auto shrink-0 text-sm text-tinta-suave">Omitido</span>}
      </div>
      {estado === 'ahora' && (
        <div className="grid justify-items-start gap-3 pl-12">
          {children}
          <button
            type="button"
            onClick={onSkip}
            className="min-h-11 font-semibold text-jacaranda-texto text-[0.9375rem] underline underline-offset-4"
          >
            Omitir este paso
          </button>
        </div>
      )}
    </Card>
  )
}
