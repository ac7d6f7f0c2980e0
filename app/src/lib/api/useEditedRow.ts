import { useState } from 'react'
import { useFormDraft } from '../offline/drafts.ts'
import { StaleForm, type Versioned } from './versionedRows.ts'

/** What has become, meanwhile, of the row that a form is about. */
export type News = 'changed' | 'gone' | null

/**
 * A form in a dialog that adds a row or changes one: its draft, what it was filled in from, and what it learns of that when it is saved
 * too late: her words stay, she is shown what is there now, and saving once more is then a decision.
 *
 * @param name of the form; each row has a draft of its own
 * @param original null for a new row
 * @param begin what the form holds before she changes anything
 */
export function useEdited<Row extends Versioned, Values extends object>(
  name: string,
  original: Row | null,
  begin: Values | (() => Values),
) {
  const draft = useFormDraft<Values, Row | null>(`${name} ${original?.id ?? 'por agregar'}`, begin, original)
  const [learned, setLearned] = useState<{ now: Row | null } | null>(null)
  const news: News = learned && (learned.now ? 'changed' : 'gone')
  /** @returns whether the failure was that; any other is somebody else's to say */
  const learn = (failure: unknown): boolean => {
    if (!(failure instanceof StaleForm)) return false
    setLearned({ now: failure.now as Row | null })
    return true
  }
  return { id: original?.id ?? draft.id, base: learned ? learned.now : draft.base, news, learn, draft }
}
