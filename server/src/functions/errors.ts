import { ApiError } from '../http/errors.ts'

/**
 * The header by which functions-js tells "the host could not run it" (FunctionsRelayError) from "it refused"
 * (FunctionsHttpError).
 */
const RELAY = { 'x-relay-error': 'true' }

/** What the API answers in place of a function. Codes and texts: Supabase documentation, "Edge Functions, error codes". */
export const unknownFunction = () => new ApiError(404, 'NOT_FOUND', 'Requested function was not found')
export const missingToken = () =>
  new ApiError(401, 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header')
export const invalidToken = () => new ApiError(401, 'UNAUTHORIZED_INVALID_JWT_FORMAT', 'Invalid JWT')
export const workerError = () =>
  new ApiError(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)')
export const bootError = () =>
  new ApiError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)', { headers: RELAY })
export const outOfTime = () =>
  new ApiError(504, 'IDLE_TIMEOUT', 'Function did not answer in time', { headers: RELAY })
