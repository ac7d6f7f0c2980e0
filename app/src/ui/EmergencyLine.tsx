import { Fragment } from 'react'
import { casa, useEmergencia } from '../lib/emergencia/emergencia.ts'
import { cx } from './cx.ts'

/** One quiet line with the number that helps where she is, beside whatever went wrong. */
export function EmergencyLine({ className }: { className?: string }) {
  const hers = useEmergencia()
  const numbers = [...new Set([hers.numero, ...(hers.supuesta ? [casa().numero] : [])])]
  return (
    <p
      data-numeros
      className={cx('flex flex-wrap items-center justify-center text-sm text-tinta-suave', className)}
    >
      En una emergencia, marca
      {numbers.map((numero, index) => (
        <Fragment key={numero}>
          {index > 0 && ' o '}
          <a
            href={`tel:${numero}`}
            data-libre
            aria-label={`En una emergencia, marca ${numero}`}
            className="inline-flex min-h-11 min-w-11 items-center px-1 underline underline-offset-4 hover:text-tinta"
          >
            {numero}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
