import { useEffect, useState } from 'react'
import { cx } from '../../components/cx.ts'
import { watchQuickExit } from '../../lib/device/quickExit.ts'
import { SHIFT_PRESSES } from '../../lib/device/shift.ts'

/** Watches for Shift pressed three times, and shows and says how many presses are left. */
export function ExitWatch() {
  const [presses, setPresses] = useState(0)
  useEffect(() => watchQuickExit(setPresses), [])
  const left = SHIFT_PRESSES - presses

  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-2 z-50 grid justify-items-center"
    >
      {presses > 0 && (
        <>
          <span className="sr-only">
            Salir rápido: presiona Mayús {left} {left === 1 ? 'vez' : 'veces'} más.
          </span>
          <span className="flex gap-1.5 rounded-full bg-tinta px-3 py-2">
            {Array.from({ length: SHIFT_PRESSES }, (_, dot) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike and never move.
                key={dot}
                className={cx('size-2 rounded-full', dot < presses ? 'bg-maiz' : 'bg-tinta-suave')}
              />
            ))}
          </span>
        </>
      )}
    </div>
  )
}
