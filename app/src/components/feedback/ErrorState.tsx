import { useEffect, useRef, useState } from 'react'
import { justFailed, offerFor } from '../../lib/toast/codigo.ts'
import { Button } from '../button/Button.tsx'
import { EmergencyLine } from '../help/EmergencyLine.tsx'
import { Nube } from '../illustrations/Nube.tsx'

type ErrorStateProps = {
  message: string
  onRetry?: () => void
  /** It is being asked again, by her or by the app itself. */
  busy?: boolean
}

/** Something could not be loaded: says so, and offers to try again. Never looks like an empty page, and leaves a way to help. */
export function ErrorState({ message, onRetry, busy = false }: ErrorStateProps) {
  const { asks, failures, ask } = useRetry(busy)
  const [codigo] = useState(justFailed)
  const offer = offerFor(codigo)
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-card border border-linea bg-superficie p-6 text-center"
    >
      <Nube className="w-28" />
      {/* Announced again for screen readers: otherwise a retry that fails says nothing. */}
      <p key={failures} className="max-w-sm">
        {message}
      </p>
      {onRetry && (
        <Button
          look="secondary"
          onClick={() => {
            ask()
            onRetry()
          }}
          busy={asks && busy}
        >
          Reintentar
        </Button>
      )}
      {codigo && (
        <p className="text-sm text-tinta-suave">
          Código <span className="select-all font-semibold">{codigo}</span>
        </p>
      )}
      {offer && (
        <Button look="quiet" onClick={offer.onClick}>
          {offer.label}
        </Button>
      )}
      <EmergencyLine className="-my-2" />
    </div>
  )
}

type RetryButtonProps = {
  /** It is being asked again, by her or by the app itself. */
  busy: boolean
  onRetry: () => void
  className?: string
}

/** «Reintentar» in a line of text. */
export function RetryButton({ busy, onRetry, className }: RetryButtonProps) {
  const { asks, ask } = useRetry(busy)
  return (
    <Button
      look="quiet"
      busy={asks && busy}
      onClick={() => {
        ask()
        onRetry()
      }}
      className={className}
    >
      Reintentar
    </Button>
  )
}

/** What became of her own press. What the app asks again by itself goes on behind: nobody is told to wait for that. */
function useRetry(busy: boolean) {
  const [asks, setAsks] = useState(false)
  const [failures, setFailures] = useState(0)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (asks && wasBusy.current && !busy) {
      setAsks(false)
      setFailures((before) => before + 1)
    }
    wasBusy.current = busy
  }, [asks, busy])
  return { asks, failures, ask: () => setAsks(true) }
}
