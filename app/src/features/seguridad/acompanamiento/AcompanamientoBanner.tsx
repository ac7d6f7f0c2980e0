import { Radio } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { shortHora } from '../../../lib/time/fechas.ts'
import { useAcompanamiento } from './acompanamiento.ts'

/** On every screen but /seguridad: says that her position is being shared, with a button to end it. */
export function AcompanamientoBanner() {
  const { pathname } = useLocation()
  const acompanamiento = useAcompanamiento()
  if (!acompanamiento || pathname === '/seguridad') return null
  return (
    <p role="status">
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
