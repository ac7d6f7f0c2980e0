import type { z } from 'zod'
import { invalidRequest } from './errors.ts'

/**
 * A request's JSON body, checked.
 * @throws ApiError 400 naming the first member that is wrong, never its value
 */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  return parse(schema, body ?? {}, 'body')
}

/** A request's query string, checked; the rest as `parseBody`. */
export function parseQuery<T>(schema: z.ZodType<T>, query: unknown): T {
  return parse(schema, query ?? {}, 'querystring')
}

function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidRequest(`${[what, ...(issue?.path ?? [])].join('/')} is not valid`)
}
