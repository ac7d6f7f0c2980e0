import { useState } from 'react'
import { Button } from '../../../components/button/Button.tsx'
import { useOnline } from '../../../lib/device/online.ts'
import type { Alarma } from './estado.ts'

/** As long as this an answer is simply on its way. */
const HEARD_MS = 2_000

/** The second half of a double press lands where «Cancelar» has just appeared. */
const SLIP_MS = 1_000

type PausaProps = {
  alarma: Alarma
  now: number
  /** @param slip it came so soon that it may not be meant */
  onCancel: (slip: boolean) => void
  onSendNow: () => void
}

/** The seconds in which nothing leaves by itself. Two large buttons, and the truth about whether the service has heard. */
export function Pausa({ alarma: { saleEn, pulsadaEn, oida }, now, onCancel, onSendNow }: PausaProps) {
  const online = useOnline()
  const [shownAt] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((saleEn - now) / 1_000))
  const whole = Math.max(1, saleEn - pulsadaEn)
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-4">
        <svg viewBox="0 0 64 64" aria-hidden="true" className="size-20 shrink-0 -rotate-90">
          <circle cx="32" cy="32" r="28" fill="none" stroke="var(--linea)" strokeWidth="6" />
          <circle
            cx="32"
            cy="32"
            r="28"
            fill="none"
            stroke="var(--jacaranda-viva)"
            strokeWidth="6"
            strokeLinecap="round"
            pathLength="100"
            strokeDasharray={`${Math.min(100, ((saleEn - now) / whole) * 100)} 100`}
          />
          <text
            x="32"
            y="32"
            textAnchor="middle"
            dominantBaseline="central"
            className="origin-center rotate-90 fill-tinta font-bold font-sans text-[1.5rem] tabular-nums"
          >
            {left}
          </text>
        </svg>
        <p role="timer" aria-live="off" className="text-lg">
          {left === 1 ? 'En 1 segundo' : `En ${left} segundos`} tu alerta sale sola a tus contactos.
        </p>
      </div>
      {!oida && (!online || now - pulsadaEn > HEARD_MS) && <Unheard />}
      <div className="grid grid-fit-[7.5rem] gap-3">
        <Button
          look="secondary"
          className="min-h-16 px-2 text-xl"
          onClick={() => onCancel(performance.now() - shownAt < SLIP_MS)}
        >
          Cancelar
        </Button>
        <Button className="min-h-16 px-2 text-xl" onClick={onSendNow}>
          Enviar ya
        </Button>
      </div>
    </div>
  )
}

/** The service does not know of the press: nothing leaves before it does. */
export function Unheard() {
  return (
    <p role="status" className="rounded-card bg-maiz-suave px-4 py-3 text-maiz-texto">
      El servicio todavía no sabe de tu alerta. Este teléfono sigue intentando; mientras, escribe o llama tú.
    </p>
  )
}
