import { useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router'
import { hasPeligro } from '../../lib/revision/peligro.ts'
import { EmergencyLine } from './EmergencyLine.tsx'

/**
 * One quiet line with her country's numbers while what she writes for others says danger. The check runs on her device alone, sends and
 * blocks nothing; for circles and for what she writes to the team, never for what is hers alone.
 *
 * @param text what she has written so far
 * @param said whether she said so herself, whatever she writes
 * @param note what stands above the numbers, of the place where she writes
 */
export function CrisisLine({ text, said = false, note }: { text: string; said?: boolean; note?: string }) {
  const whole = useDeferredValue(text)
  const peligro = useMemo(() => hasPeligro(whole), [whole])
  return (
    <div role="status" aria-label="Ayuda inmediata">
      {(said || peligro) && (
        <div className="flex flex-wrap items-center justify-center gap-x-3">
          {note && <p className="w-full text-center">{note}</p>}
          <EmergencyLine />
          <Link
            to="/seguridad/apoyo-y-refugios"
            className="inline-flex min-h-11 items-center text-sm text-tinta-suave underline underline-offset-4 hover:text-tinta"
          >
            Líneas de apoyo
          </Link>
        </div>
      )}
    </div>
  )
}
