import { z } from 'zod'
import { badJson, validationFailed } from './errors.ts'

/** Largest body of a request. Source: docs/auth.md#errors, 413. */
export const BODY_LIMIT = 1024 * 1024
/** Metadata travels in every access token, and a request's headers may hold 16 KB in all. */
export const METADATA_LIMIT = 8 * 1024
/** Source: HTML Living Standard, "valid e-mail address". */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/**
 * A JSON body as the official client sends it, which names JSON as the type of an empty one too.
 * @throws ApiError 400 `bad_json`
 */
export function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw badJson()
  }
}

/**
 * @returns `value` as the schema describes it
 * @throws ApiError 400 `validation_failed` naming the member at fault, never its value
 */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  const where = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  throw validationFailed(`${where}${issue?.message ?? 'Invalid request'}`)
}

/** Text without the null character, which PostgreSQL cannot store and where bcrypt would stop reading. */
export const text = z.string().refine((value) => !value.includes('\0'), 'Null characters are not allowed')

/** What the user says of herself: any JSON object that fits into a token. Absent and null are the same. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value, context): Record<string, unknown> => {
    const problem = metadataProblem(value ?? {})
    if (problem) context.addIssue({ code: 'custom', message: problem })
    return value ?? {}
  })

function metadataProblem(value: Record<string, unknown>): string | undefined {
  let json: string
  try {
    json = JSON.stringify(value)
  } catch {
    return 'Metadata is nested too deeply'
  }
  if (Buffer.byteLength(json) > METADATA_LIMIT) return 'Metadata must not exceed 8 KB'
  // Escapes that are JSON but that jsonb refuses: the null character and halves of surrogate pairs.
  if (/\\u(0000|d[89a-f][0-9a-f]{2})/i.test(json)) return 'Metadata contains characters that cannot be stored'
  return undefined
}

/** Members that a client with the PKCE flow adds to a request that ends in a mailed link. */
export const pkce = {
  code_challenge: text.nullish(),
  code_challenge_method: text.nullish(),
}

/**
 * The one form in which an address is kept and looked for.
 * @throws ApiError `validation_failed`
 */
export function normalizeEmail(value: string, status = 400): string {
  const email = value.trim().toLowerCase()
  if (email.length > 255) throw validationFailed('An email address is too long', status)
  if (!EMAIL.test(email)) throw validationFailed('Unable to validate email address: invalid format', status)
  return email
}

/** Value of a query parameter; the first one where it is repeated. */
export const parameter = z
  .union([text, z.array(text).transform((values) => values[0])])
  .optional()
  .transform((value) => value ?? '')
