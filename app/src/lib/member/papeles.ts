import { watchRows } from '../api/live.ts'
import { refused } from '../api/permissionSignal.ts'
import type { Papeles } from '../cuenta/papeles.ts'
import { toast } from '../toast/toast.tsx'

/** What the database has said of her. */
type Known = { estado: string; papeles: Papeles } | null

/** It is read before she closes what she was writing. */
const ENDED_MS = 20_000
/** Until it is asked again where nobody answered. */
const AGAIN_MS = 3_000

/** Says that a role of hers has ended: the pages that were hers a moment ago close. */
function sayEnded(before: Known, now: Known): void {
  // Without her second factor in this session she has her roles all the same.
  if (!before || !now || now.estado === 'clave' || now.estado === 'paso') return
  const ended = before.papeles.find((papel) => papel !== 'raíz' && !now.papeles.includes(papel))
  if (!ended) return
  toast({
    title: `Ya no eres ${ended} del equipo`,
    description: 'Lo que escribías aquí ya no se guarda. Cópialo, si lo necesitas, antes de cerrarlo.',
    variant: 'destructive',
    duration: ENDED_MS,
  })
}

/**
 * A member of the team hears live when a role of hers ends, and asks where a rule refuses her something.
 *
 * @param refresh asks the database anew; false where nobody answered
 * @param known what it has said last
 * @returns how to stop
 */
export function watchPapeles(
  userId: string,
  refresh: () => Promise<boolean>,
  known: () => Known,
): () => void {
  let asking = false
  let heard = false
  let later: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const again = async () => {
    heard = true
    if (asking) return
    asking = true
    clearTimeout(later)
    let answered = true
    while (heard) {
      heard = false
      const before = known()
      answered = await refresh()
      sayEnded(before, known())
    }
    asking = false
    // What was heard is told once: unanswered, she would go on on pages that are no longer hers.
    if (!answered && !stopped) later = setTimeout(() => void again(), AGAIN_MS)
  }
  // While it asks, the refusal may be of this very question: asking again because of it would go on for ever.
  const stopRefused = refused.subscribe(() => void (asking || again()))
  const close = watchRows(
    'historias',
    [{ table: 'senales', filter: `user_id=eq.${userId}` }],
    () => void again(),
  )
  return () => {
    stopped = true
    clearTimeout(later)
    stopRefused()
    close()
  }
}
