import { Radio } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { shortHora } from '../../../lib/time/fechas.ts'
import { cx } from '../../../ui/cx.ts'
import { useAcompanamiento } from './acompanamiento.ts'

/** On every screen but /seguridad: says that her position is being shared, with a button to end it. */
export function AcompanamientoBanner() {
  const { pathname } = useLocation()
  const acompanamiento = useAcompanamiento()
  if (!acompanamiento || pathname === '/seguridad') return null
  return (
    // Under the header of the room; Home has none.
    <p role="status" className={cx('sticky z-10 md:top-0 md:ml-64', pathname === '/' ? 'top-0' : 'top-16')}>
      <Link
        to="/seguridad"
        className="flex min-h-11 items-center justify-center gap-2 border-linea border-b bg-salvia-suave px-4 py-2 font-semibold text-[0.9375rem] text-salvia-texto"
      >
        <Radio aria-hidden="true" className="size-5 shrink-0" />
        Compartes tu ubicación hasta las {shortHora(new Date(acompanamiento.terminaEn))}
      </Link>
    </p>
  )
}
