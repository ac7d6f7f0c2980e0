import { keepForm, readForm } from '../../lib/device/tab.ts'

/*
 * The address that waits to be confirmed, for as long as the tab is open: a cheap phone drops the page while she reads her mail. Quick exit
 * forgets it with what forms hold.
 */

/** `app/prerender/first.ts` asks for it too. */
const NAME = 'confirmacion'

export function readEspera(): string | null {
  const kept = readForm(NAME) as { email?: unknown } | null
  return typeof kept?.email === 'string' ? kept.email : null
}

export const keepEspera = (email: string): void => keepForm(NAME, { email })

/** She is in, or registers with another address. */
export const forgetEspera = (): void => keepForm(NAME, null)
