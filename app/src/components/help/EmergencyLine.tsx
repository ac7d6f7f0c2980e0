import { Fragment } from 'react'
import { casa, useEmergencia } from '../../lib/emergencia/emergencia.ts'
import { Propio } from '../content/Propio.tsx'
import { cx } from '../cx.ts'
import { Fuentes } from './NumeroFuente.tsx'

/** One quiet line with the number that helps where she is, and where that was read, beside whatever went wrong. */
export function EmergencyLine({ className }: { className?: string }) {
  const hers = useEmergencia()
  const numbers = hers.supuesta ? [hers, casa()] : [hers]
  return (
    <p
      data-numeros
      data-emergencia
      className={cx('text-balance text-center text-sm text-tinta-suave', className)}
    >
      En una emergencia, marca
      {numbers.map(({ numero }, index) => (
        <Fragment key={numero}>
          {index > 0 && ' o '}
          <a
            href={`tel:${numero}`}
            aria-label={`En una emergencia, marca ${numero}`}
            className="inline-flex min-h-11 min-w-11 items-center px-1 underline underline-offset-4 hover:text-tinta"
          >
            <Propio>{numero}</Propio>
          </a>
        </Fragment>
      ))}
      {/* No paragraph of its own: this one is drawn anew for each country (`app/prerender/render.tsx`). */}
      <Fuentes de={numbers.map(({ de }) => de)} className="block" />
    </p>
  )
}
