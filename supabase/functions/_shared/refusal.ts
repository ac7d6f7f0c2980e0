/** What a function answers when it cannot do what was asked: a status and a text for people. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
    /** That of the database, where the caller acts upon it. */
    readonly code?: string,
  ) {
    super(message)
  }
}

/** A JSON answer that must not be cached. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

/**
 * A handler for POST alone, whose refusals are answered as `{ error }`, with the `code` of the database where it has one.
 *
 * @param work what it does; whatever it throws besides a {@link Refusal} is the host's to log
 */
export function answering(
  work: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'Usa POST.')
      return await work(request)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return json(error.status, { error: error.message, code: error.code }, error.headers)
    }
  }
}
