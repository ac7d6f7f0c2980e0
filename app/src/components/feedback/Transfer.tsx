import { type RefObject, useEffect, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { Progress } from './Progress.tsx'
import { createTransfers, type Part, type Transfers } from './transfer.ts'

/** Something that may take minutes: how far it has come, and how it is stopped. */
export type Transfer = Transfers & { part: Part }

/** One long thing at a time, which ends with the screen: nothing appears on her device after she has left the page. */
export function useTransfer(): Transfer {
  const [part, setPart] = useState<Part>(undefined)
  const [transfers] = useState(() => createTransfers(setPart))
  useEffect(() => transfers.stop, [transfers])
  return { part, ...transfers }
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
