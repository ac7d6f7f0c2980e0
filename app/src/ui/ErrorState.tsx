import { useState } from 'react'
import { justFailed, offerFor } from '../lib/toast/codigo.ts'
import { Button } from './Button.tsx'
import { EmergencyLine } from './EmergencyLine.tsx'
import { Nube } from './illustrations/Nube.tsx'

type ErrorStateProps = { message: string; onRetry?: () => void; busy?: boolean }

/** Something could not be loaded: says so, and offers to try again. Never looks like an empty page, and leaves a way to help. */
export function ErrorState({ message, onRetry, busy }: ErrorStateProps) {
  const [codigo] = useState(justFailed)
  const offer = offerFor(codigo)
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-card border border-linea bg-superficie p-6 text-center"
    >
      <Nube className="w-28" />
      <p className="max-w-sm">{message}</p>
      {onRetry && (
        <Button look="secondary" onClick={onRetry} busy={busy}>
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
