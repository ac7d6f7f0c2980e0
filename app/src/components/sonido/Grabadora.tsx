import { Check, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Grabacion, LONGEST_S } from '../../lib/device/grabar.ts'
import { reloj } from '../../lib/time/reloj.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../button/Button.tsx'

/** While it records: how long already, the end, and the way out. @param action what ending it does */
export function Grabadora({ grabacion, action }: { grabacion: Grabacion; action: string }) {
  const segundos = useStore(grabacion)
  const end = useRef<HTMLButtonElement>(null)
  useEffect(() => end.current?.focus(), [])
  return (
    <section aria-label="Grabando" className="grid gap-3 rounded-card bg-hundido p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span aria-hidden="true" className="size-3 rounded-full bg-alerta motion-safe:animate-pulse" />
        <span role="status" className="font-semibold">
          Grabando
        </span>
        <span role="timer" className="tabular-nums">
          {reloj(segundos)}
        </span>
        <span className="text-sm text-tinta-suave">de {reloj(LONGEST_S)}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          ref={end}
          icon={<Check aria-hidden="true" className="size-5" />}
          onClick={() => grabacion.stop()}
        >
          {action}
        </Button>
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onClick={() => grabacion.discard()}
        >
          Descartar
        </Button>
      </div>
    </section>
  )
}
