import { ApiError } from '../http/errors.ts'

/** A header may be sent several times. */
export type Headers = Record<string, string | string[]>

/** An answer: PostgreSQL's JSON, passed on unchanged, with status and headers. */
export interface Answer {
  status: number
  headers: Headers
  body: string
}

/**
 * What a function or a trigger may have said of its own answer. Beside the aggregates of the statement that calls a function it is read once
 * the last row has come, as the model reads it there; what triggers say after a write, only by a statement of its own.
 */
export const RESPONSE_SETTINGS = `current_setting('response.status', true), current_setting('response.headers', true)`

/** One row that ends with `RESPONSE_SETTINGS`. */
export type SaidRow = readonly (string | null)[]

/**
 * Lets a function or a trigger choose status and headers by `set_config('response.status', …)` and `'response.headers'`.
 * Source: PostgREST documentation, "Transactions", "Response Headers" and "Response Status Code".
 * @throws ApiError PGRST111, PGRST112 when what it said cannot be sent
 */
export function withResponseSettings(answer: Answer, row: SaidRow): Answer {
  const [status, headers] = row.slice(-2)
  if (!status && !headers) return answer
  return {
    ...answer,
    status: status ? raisedStatus(status) : answer.status,
    headers: { ...answer.headers, ...(headers ? raisedHeaders(headers) : {}) },
  }
}

function raisedStatus(text: string): number {
  const status = Number(text)
  if (/^\d{3}$/.test(text) && status >= 200 && status <= 599) return status
  throw new ApiError(500, 'PGRST112', 'response.status guc must be a valid status code')
}

/** A list of objects of one member each: a header may be sent several times. */
function raisedHeaders(text: string): Headers {
  const wrong = new ApiError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw wrong
  }
  if (!Array.isArray(list)) throw wrong
  const headers: Record<string, string[]> = {}
  for (const item of list) {
    const [entry, ...others] = Object.entries(item ?? {})
    const [name, value] = entry ?? []
    if (others.length > 0 || name === undefined || typeof value !== 'string' || !isSendable(name, value))
      throw wrong
    const key = name.toLowerCase()
    headers[key] = [...(headers[key] ?? []), value]
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values.length > 1 ? values : values[0]!]),
  )
}

function isSendable(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}
