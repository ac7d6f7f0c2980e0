import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Progress } from './Progress.tsx'

/** Something that may take minutes: how far it has come, and how it is stopped. */
export type Transfer = {
  /** Between 0 and 1, null while nobody knows how much there is; undefined while nothing is under way. */
  part: number | null | undefined
  /**
   * Begins it, if none is under way.
   *
   * @param work stops at the signal; what it throws after that is nobody's any more
   */
  run: (work: (signal: AbortSignal, onPart: (part: number | null) => void) => Promise<void>) => Promise<void>
  stop: () => void
}

/** One long thing at a time, which ends with the screen: nothing appears on her device after she has left the room. */
export function useTransfer(): Transfer {
  const [part, setPart] = useState<number | null | undefined>(undefined)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  return {
    part,
    async run(work) {
      if (running.current) return
      const controller = new AbortController()
      running.current = controller
      setPart(null)
      try {
        await work(controller.signal, (next) => {
          if (!controller.signal.aborted) setPart(next)
        })
      } catch (failure) {
        if (!controller.signal.aborted) throw failure
      } finally {
        if (running.current === controller) {
          running.current = null
          setPart(undefined)
        }
      }
    },
    stop() {
      running.current?.abort()
      running.current = null
      setPart(undefined)
    },
  }
}

type TransferViewProps = {
  of: Pick<Transfer, 'part' | 'stop'>
  /** What is under way, for who cannot see it. */
  label: string
  /** What began it, and has the focus again once it was stopped. */
  button: RefObject<HTMLButtonElement | null>
}

/** How far it has come, with the way to stop it; nothing while nothing is under way. */
export function TransferView({ of: { part, stop }, label, button }: TransferViewProps) {
  if (part === undefined) return null
  return (
    <div className="flex items-center gap-3">
      <Progress label={label} value={part} />
      <Button
        look="quiet"
        className="-my-1 px-3"
        onClick={() => {
          stop()
          button.current?.focus()
        }}
      >
        Cancelar
      </Button>
    </div>
  )
}
