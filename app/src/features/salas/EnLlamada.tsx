import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../../components/cx.ts'
import { knownConfig } from '../../lib/installation/config.ts'
import { textOfLlamada } from './llamadas.ts'

/** Says that somebody is in the call of a circle, and leads there; nothing where nobody is. */
export function EnLlamada({
  salaId,
  dentro,
  className,
}: {
  salaId: string
  dentro: number
  className?: string
}) {
  const text = textOfLlamada(dentro)
  if (text === null) return null
  return (
    <Link
      to={`/llamada/abrir/${salaId}`}
      target={knownConfig()?.callHosts?.length ? '_blank' : undefined}
      className={cx(
        'flex min-h-11 items-center justify-center gap-2 bg-salvia-suave px-4 py-2 font-semibold text-salvia-texto hover:underline',
        className,
      )}
    >
      <Phone aria-hidden="true" className="size-5 shrink-0" />
      {text}
    </Link>
  )
}
