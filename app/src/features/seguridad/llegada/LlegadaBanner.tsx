import { Clock } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { cx } from '../../../components/cx.ts'
import { ASKS_MS, ASKS_REPEATED_MS, remaining, untilClock } from './cuando.ts'
import { useLlegadas } from './llegadas.ts'
import { useLugar } from './useLugar.ts'
import { useNow } from './useNow.ts'

/** On every screen but /seguridad: the timer that ends next. Says neither where to nor what happens then: others see her screen. */
export function LlegadaBanner() {
  const { pathname } = useLocation()
  const { data } = useLlegadas()
  const next = data?.find(({ estado }) => estado === 'activa')
  useLugar(next?.id ?? null)
  if (!next || pathname === '/seguridad') return null
  return <Counting vence={new Date(next.vence_en)} asksMs={next.cada_h ? ASKS_REPEATED_MS : ASKS_MS} />
}

function Counting({ vence, asksMs }: { vence: Date; asksMs: number }) {
  const now = useNow()
  const left = vence.getTime() - now
  const asks = left <= asksMs
  return (
    <aside aria-label="Tu reloj">
      <Link
        to="/seguridad"
        className={cx(
          'flex min-h-11 items-center justify-center gap-2 border-linea border-b px-4 py-2 font-semibold text-[0.9375rem]',
          asks ? 'bg-maiz-suave text-maiz-texto' : 'bg-salvia-suave text-salvia-texto',
        )}
      >
        <Clock aria-hidden="true" className="size-5 shrink-0" />
        {asks ? `¿Todo bien? ${remaining(left)}` : `Activo ${untilClock(vence, new Date(now))}`}
      </Link>
    </aside>
  )
}
