import { ApiError } from '../http/errors.ts'

/**
 * The one refusal of this folder. Each API says it in its own form: `rest/errors.ts`, `auth/http.ts`, `storage/errors.ts`.
 * @param waitMs how long until it is worth trying again
 */
export function tooManyRequests(waitMs: number): ApiError {
  return new ApiError(429, 'LS429', 'Too many requests at once, or too slow ones', {
    headers: { 'retry-after': String(Math.min(120, Math.max(1, Math.ceil(waitMs / 1000)))) },
  })
}
