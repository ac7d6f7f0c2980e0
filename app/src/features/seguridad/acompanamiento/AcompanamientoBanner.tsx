import { Radio } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { cx } from '../../../components/cx.ts'
import { shortHora } from '../../../lib/time/fechas.ts'
import { describeEnvio, type EstadoAcompanamiento, useAcompanamiento } from './acompanamiento.ts'
import { useNow } from './useNow.ts'

/** On every screen but /seguridad: what the link shows of her, with the way to end it. */
export function AcompanamientoBanner() {
  const { pathname } = useLocation()
  const acompanamiento = useAcompanamiento()
  if (!acompanamiento || pathname === '/seguridad') return null
  return <Line {...acompanamiento} />
}

function Line({ terminaEn, ...estado }: NonNullable<EstadoAcompanamiento>) {
  const { bien, texto } = describeEnvio(estado, useNow())
  return (
    <aside aria-label="Acompáñame">
      <Link
        to="/seguridad"
        className={cx(
          'flex min-h-11 items-center justify-center gap-2 border-linea border-b px-4 py-2 font-semibold text-[0.9375rem]',
          bien ? 'bg-salvia-suave text-salvia-texto' : 'bg-maiz-suave text-maiz-texto',
        )}
      >
        <Radio aria-hidden="true" className="size-5 shrink-0" />
        <span>
          {texto} <span className="font-normal">· hasta las {shortHora(new Date(terminaEn))}</span>
        </span>
      </Link>
    </aside>
  )
}
