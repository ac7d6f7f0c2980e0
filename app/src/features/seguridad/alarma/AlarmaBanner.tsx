import { ChevronRight } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { shortHora } from '../../../lib/time/fechas.ts'
import { useAlarma } from './vista.ts'

/** On every screen but /seguridad: something is open, with the way to it. The words say nothing to somebody who reads over her shoulder. */
export function AlarmaBanner() {
  const { pathname } = useLocation()
  const { alarma, entregas } = useAlarma()
  // One that reached nobody is no reason to come back: her own message is what there is.
  const shows = alarma && alarma.fase !== 'cerrada' && (alarma.fase !== 'abierta' || entregas.length > 0)
  if (!shows || pathname === '/seguridad') return null
  return (
    <p role="status">
      <Link
        to="/seguridad"
        className="flex min-h-11 items-center justify-center gap-2 border-linea border-b bg-maiz-suave px-4 py-2 font-semibold text-[0.9375rem] text-maiz-texto"
      >
        Sigue abierta desde las {shortHora(new Date(alarma.pulsadaEn))}
        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
      </Link>
    </p>
  )
}
