/*
 * Which answer a failure came with. The service names each of its answers and has the name in its log (`server/src/http/requestId.ts`); the
 * client hands out failures without it. docs/operations.md#a-code-that-somebody-reads-out
 */

const HEADER = 'sb-request-id'
const LETTERS = 4

const bySignal = new WeakMap<AbortSignal, string>()
/** Of calls that take no signal: those for accounts and files. */
let last = { status: 0, codigo: '' }

/** `fetch` that remembers the names of refusals. */
export function withReferences(fetched: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetched(input, init)
    if (!response.ok) noteAnswer(response, init?.signal)
    return response
  }
}

/** @param signal that the question was asked with */
export function noteAnswer({ status, headers }: Response, signal?: AbortSignal | null): void {
  const codigo = (headers.get(HEADER) ?? '').slice(-LETTERS).toUpperCase()
  if (signal) bySignal.set(signal, codigo)
  else last = { status, codigo }
}

/**
 * The code of the refusal that a question ended with, as she reads it out: the last four letters of its name.
 *
 * @param signal that the question was asked with
 * @param status of the failure
 * @returns empty where the answer had no name, or none came
 */
export function codigoOf(signal: AbortSignal, status: number): string {
  return bySignal.get(signal) ?? (last.status === status ? last.codigo : '')
}
