import { CloudOff } from 'lucide-react'
import { RetryButton } from '../../components/feedback/ErrorState.tsx'
import { longFecha, shortHora } from '../../lib/time/fechas.ts'

type CopyNoticeProps = { at: number; online: boolean; busy: boolean; onRetry: () => void }

/** What she sees is what this device remembers; says from when it is. */
export function CopyNotice({ at, online, busy, onRetry }: CopyNoticeProps) {
  const when = new Date(at)
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-card bg-maiz-suave px-4 py-2 text-[0.9375rem] text-maiz-texto"
    >
      <p className="flex min-w-0 flex-1 basis-60 gap-2 py-1">
        <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          {online ? 'No pudimos actualizar la lista. ' : 'Sin conexión. '}
          Esta es la copia de tu dispositivo, del {longFecha(when)} a las {shortHora(when)}.
        </span>
      </p>
      {online && <RetryButton busy={busy} onRetry={onRetry} className="-my-1 px-3" />}
    </div>
  )
}
