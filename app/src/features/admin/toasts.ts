import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/** What the admin hears after a change that worked. */
export function sayDone(title: string): void {
  toast({ title })
}

/** A decision, with the way back. */
export function sayDecided(title: string, onUndo: () => void): void {
  toast({ title, action: { label: 'Deshacer', onClick: onUndo } })
}

/** She closed the form while its file was on its way. */
export function sayStopped(): void {
  toast({ title: 'Se detuvo la subida', description: 'No se publicó nada.' })
}

/** What she hears after one that did not; nothing that she wrote is lost. */
export function sayFailed(title: string, failure: unknown): void {
  toast({ title, description: messageOf(failure), variant: 'destructive' })
}

/** A box as the notice of a change says it. */
export const siNo = (checked: boolean | undefined) => (checked === undefined ? '' : checked ? 'sí' : 'no')
