import { inTab } from '../../lib/device/storage.ts'
import type { Known } from './followAlerta.ts'

export const keyOf = (codigo: string) => `alerta:${codigo}`

/** Without a word of hers the service closes an alert after a day, and no page shows her place any more. */
const LONGEST_MS = 86_400_000

/** What this tab knew of an open alert (`keepAlerta.ts`); null where that is nothing, or too old to be shown. */
export function knownAlerta(codigo: string, now: number): Known | null {
  const known = JSON.parse(inTab.getItem(keyOf(codigo)) ?? 'null') as Known | null
  if (known && now - known.vistaEn! < LONGEST_MS) return known
  inTab.removeItem(keyOf(codigo))
  return null
}
