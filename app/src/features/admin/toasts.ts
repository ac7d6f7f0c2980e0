import { messageOf } from '../../data/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/** What the admin hears after a change that worked. */
export function sayDone(title: string): void {
  toast({ title })
}

/** What she hears after one that did not; nothing that she wrote is lost. */
export function sayFailed(title: string, failure: unknown): void {
  toast({ title, description: messageOf(failure), variant: 'destructive' })
}
