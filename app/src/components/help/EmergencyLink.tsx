import { Info, Phone } from 'lucide-react'
import { useId, useState } from 'react'
import { casa, type Emergencia, useEmergencia } from '../../lib/emergencia/emergencia.ts'
import { isSourced } from '../../lib/emergencia/fuente.ts'
import { telHref } from '../../lib/outside/phone.ts'
import { IconButton } from '../button/IconButton.tsx'
import { Propio } from '../content/Propio.tsx'
import { cx } from '../cx.ts'
import { NumeroFuente } from './NumeroFuente.tsx'
import { PreguntaPais } from './PreguntaPais.tsx'

type EmergencyLinkProps = {
  /** The number of another person: a helper calls the one of where that person is. */
  de?: Emergencia
  /** Where there is time for it: she may say whether she is where her clock says. */
  asks?: boolean
  className?: string
}

/**
 * Whom she calls, as a real call link with the number as text: where it dials nothing, she can read it. Of a country that is only
 * supposed, with this installation's number beside it.
 */
export function EmergencyLink({ de, asks = false, className }: EmergencyLinkProps) {
  const hers = useEmergencia()
  const shown = de ?? hers
  const numbers = shown.supuesta ? [shown, casa()] : [shown]
  const id = useId()
  const [open, setOpen] = useState(false)
  // One that nobody has verified says so without being asked.
  const sources = open || numbers.some(({ de }) => !isSourced(de))
  return (
    <div data-emergencia data-numeros={de ? undefined : ''} className={cx('grid gap-1.5', className)}>
      {shown.supuesta && <PreguntaPais asks={asks} />}
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 *:flex-[1_1_7.5rem]">
        {numbers.map(({ numero }) => (
          <a
            key={numero}
            href={telHref(numero) ?? undefined}
            className="inline-flex min-h-13 items-center justify-center gap-2 rounded-control border-2 border-alerta px-3 py-2 text-center font-semibold text-[1.0625rem] text-alerta-texto leading-tight transition-colors duration-150 hover:bg-alerta-suave active:scale-[0.985]"
          >
            <Phone aria-hidden="true" className="size-5 shrink-0" />
            <span>
              Llamar al <Propio>{numero}</Propio>
            </span>
          </a>
        ))}
        <IconButton
          label="De dónde es este número"
          icon={<Info aria-hidden="true" />}
          aria-expanded={sources}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex-none!"
        />
      </div>
      <div id={id}>{sources && <NumeroFuente de={numbers.map(({ de }) => de)} />}</div>
    </div>
  )
}
