import { Asterisk } from 'lucide-react'
import { type Ref, useEffect, useId, useMemo, useRef } from 'react'
import { cx } from '../../../components/cx.ts'
import { useStore } from '../../../lib/useStore.ts'
import { createHold, GRACE_MS, HOLD_MS, type Hold } from './hold.ts'

type HoldButtonProps = { onHeld: () => void; ref?: Ref<HTMLButtonElement> }

const CLICK_FOLLOWS_MS = 500

const HINTS: Record<Hold['state'], string> = {
  rest: 'Mantén presionado',
  held: 'Sigue así…',
  'let go': 'Mantén presionado',
  confirm: 'Actívalo otra vez',
}

/**
 * «Emergencia», as every phone's own lock has it: one second of pressing, or of holding Space or Enter. Who uses a screen reader or a
 * switch activates it twice.
 */
export function HoldButton({ onHeld, ref }: HoldButtonProps) {
  const id = useId()
  const then = useRef(onHeld)
  then.current = onHeld
  const hold = useMemo(() => createHold(() => then.current()), [])
  const { state, held } = useStore(hold)
  /** A click that follows a press of a finger is no activation of its own. */
  const touchedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => hold.stop, [hold])

  const down = () => {
    navigator.vibrate?.(20)
    hold.down()
  }
  const holding = state === 'held'

  return (
    <div className="grid place-items-center">
      <button
        ref={ref}
        type="button"
        aria-describedby={`${id}-how`}
        onPointerDown={({ button, currentTarget, pointerId }) => {
          if (button !== 0) return
          // A trembling finger that slides off the button still holds it.
          currentTarget.setPointerCapture(pointerId)
          touchedAt.current = performance.now()
          down()
        }}
        onPointerUp={() => {
          touchedAt.current = performance.now()
          hold.up()
        }}
        onPointerCancel={hold.up}
        onKeyDown={(event) => {
          if (event.key !== ' ' && event.key !== 'Enter') return
          event.preventDefault()
          if (!event.repeat) down()
        }}
        onKeyUp={(event) => {
          if (event.key !== ' ' && event.key !== 'Enter') return
          event.preventDefault()
          hold.up()
        }}
        onBlur={hold.up}
        // What a long press would offer instead.
        onContextMenu={(event) => event.preventDefault()}
        onClick={() => {
          if (performance.now() - touchedAt.current > CLICK_FOLLOWS_MS) hold.activate()
        }}
        className="relative grid size-40 touch-none select-none place-items-center rounded-full border border-linea-fuerte bg-superficie text-tinta [-webkit-touch-callout:none] focus-visible:outline-[5px] focus-visible:outline-offset-[5px]"
      >
        <svg viewBox="0 0 100 100" aria-hidden="true" className="-rotate-90 absolute inset-0">
          <circle
            cx="50"
            cy="50"
            r="47"
            fill="none"
            stroke="var(--jacaranda-viva)"
            strokeWidth="6"
            strokeLinecap="round"
            pathLength="100"
            strokeDasharray="100 100"
            // It fills while she holds, and empties while what she held so far still counts.
            style={{
              strokeDashoffset: holding ? 0 : 100,
              transition: `stroke-dashoffset ${holding ? HOLD_MS - held : state === 'let go' ? GRACE_MS : 0}ms linear`,
              visibility: state === 'rest' || state === 'confirm' ? 'hidden' : 'visible',
            }}
          />
        </svg>
        <span className="grid justify-items-center gap-1 px-4 text-center">
          <Asterisk aria-hidden="true" className="size-8" strokeWidth={2} />
          <span className="font-semibold text-lg leading-tight">Emergencia</span>
          <span className={cx('text-sm leading-tight', state === 'rest' && 'text-tinta-suave')}>
            {HINTS[state]}
          </span>
        </span>
      </button>
      <p id={`${id}-how`} className="sr-only">
        Mantén presionado un segundo, o actívalo dos veces seguidas, para pedir ayuda.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {state === 'rest' ? '' : HINTS[state]}
      </p>
    </div>
  )
}
