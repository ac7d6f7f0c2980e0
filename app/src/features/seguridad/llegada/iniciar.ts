import { toServiceError } from '../../../lib/api/errors.ts'

/** The id is of a timer that runs with other words or another time: what she asks for now does not run. */
export const RUNS_OTHERWISE = 'PT409'
/** The id is of a timer that has ended. */
const HAS_ENDED = 'PT410'

/**
 * Starts a timer under the id of its draft, which may have started one already: an answer got lost, and the draft outlived it.
 *
 * Where that one has ended, this one starts under another id. Where it runs otherwise, nothing is started: two timers for one way
 * would alarm her contacts when she answers one of them. She is told, and pressing once more is then a decision.
 *
 * @param draft where the id lies, and how another is drawn
 * @param start what asks the service
 * @returns what the service said
 * @throws ServiceError as `start` does
 */
export async function startOnce<Answer>(
  draft: { id: string; renew: () => string },
  start: (cliente_id: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await start(draft.id)
  } catch (failure) {
    const { code } = toServiceError(failure)
    if (code !== RUNS_OTHERWISE && code !== HAS_ENDED) throw failure
    const id = draft.renew()
    if (code === RUNS_OTHERWISE) throw failure
    return start(id)
  }
}
