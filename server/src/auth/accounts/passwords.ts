import { randomBytes } from 'node:crypto'
import bcrypt from 'bcrypt'
import type { PasswordRequirements, ProjectConfig } from '../../config/projectConfig.ts'
import { ApiError } from '../../http/errors.ts'
import { hashing } from '../../limits/hashingPriority.ts'
import { validationFailed } from '../http.ts'
import { isEasyToGuess } from './guessing.ts'

/** As Supabase stores them, so that accounts can be moved there: bcrypt's cost. */
let cost = 10
/** bcrypt ignores everything after this many bytes; of a longer password only the beginning would count. */
const MAX_BYTES = 72

/**
 * A password in one form, whatever keyboard it was typed on: letters composed, every blank a plain one.
 * Source: RFC 8265, section 4.2, "OpaqueString Profile".
 */
function opaque(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}

/** What the project asks of a password. */
export type PasswordRules = Pick<
  ProjectConfig['auth'],
  'minimumPasswordLength' | 'passwordRequirements' | 'refuseGuessablePasswords'
>

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'
/** Of each set one character at least. Source: Supabase documentation, "Password security". */
const SETS: Readonly<Record<PasswordRequirements, readonly string[]>> = {
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
}

/**
 * @param hints what is known of her: her address, her name
 * @throws ApiError 400 `validation_failed` for what bcrypt cannot hash whole, 422 `weak_password` with reasons
 */
export async function assertAcceptable(
  typed: string,
  rules: PasswordRules,
  hints: readonly string[] = [],
): Promise<void> {
  const password = opaque(typed)
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw validationFailed(`Password cannot be longer than ${MAX_BYTES} characters`)
  }
  const weakness = weaknessOf(password, rules)
  if (weakness) throw weak(weakness.message, weakness.reasons)
  if (!rules.refuseGuessablePasswords) return
  if (await isEasyToGuess(password, hints)) {
    throw weak('Password is known to be weak and easy to guess, please choose a different one.', ['pwned'])
  }
}

type Reason = 'length' | 'characters' | 'pwned'

/** @param reasons in the words that clients know. Source: docs/api.md#auth-errors */
function weak(message: string, reasons: readonly Reason[]): ApiError {
  return new ApiError(422, 'weak_password', message, { extra: { weak_password: { reasons } } })
}

/**
 * Checks a password that is in use against today's rules; the sign-in succeeds and reports the weakness.
 * @returns in the words of `weak_password`, or undefined
 */
export function weaknessOf(
  typed: string,
  { minimumPasswordLength: minimum, passwordRequirements }: PasswordRules,
): { message: string; reasons: Reason[] } | undefined {
  const password = opaque(typed)
  const sets = passwordRequirements ? SETS[passwordRequirements] : []
  const isShort = [...password].length < minimum
  const isPoor = !sets.every((set) => [...set].some((character) => password.includes(character)))
  if (!isShort && !isPoor) return undefined
  const words = [
    ...(isShort ? [`Password should be at least ${minimum} characters.`] : []),
    ...(isPoor ? [`Password should contain at least one character of each: ${sets.join(', ')}.`] : []),
  ]
  const reasons: Reason[] = [
    ...(isShort ? ['length' as const] : []),
    ...(isPoor ? ['characters' as const] : []),
  ]
  return { message: words.join(' '), reasons }
}

/** For tests alone, which make hundreds of accounts: hashes of now on take no time, and keep nothing from anybody. */
export function hashQuickly(): void {
  cost = 4
}

/** @returns a bcrypt hash; computed in libuv's threads, off the event loop */
export function hashPassword(password: string): Promise<string> {
  return hashing.first(() => bcrypt.hash(opaque(password), cost))
}

let decoy: Promise<string> | undefined

/** Prepares the hash that a password is compared with where there is no account, so that the first such call is no slower. */
export async function prepareDecoy(): Promise<void> {
  decoy ??= hashPassword(randomBytes(18).toString('base64'))
  await decoy
}

/**
 * Whether `password` is the one behind `hash`; a hash that was imported may be of the form in which it was typed. Takes the same time
 * for an account, an account without a password and no account at all.
 */
export async function passwordMatches(password: string, hash: string | null | undefined): Promise<boolean> {
  await prepareDecoy()
  const known = hash || (await decoy!)
  for (const form of new Set([opaque(password), password])) {
    const matches = await hashing.first(() => bcrypt.compare(form, known))
    if (matches && hash && Buffer.byteLength(form) <= MAX_BYTES) return true
  }
  return false
}
