import { ask, askAuth } from '../api/ask.ts'
import { toServiceError } from '../api/errors.ts'
import { factorOf } from './segundoPaso.ts'

/** What the service asks for before it lets something happen: her password, a mailed code, the code of her second factor. */
export type Falta = 'password' | 'mail' | 'code'

/**
 * What is still to be given in this session. A service that cannot say (hosted Supabase) is given the password, and the code
 * where she has a second factor.
 *
 * @throws ServiceError
 */
export async function missingProofs(): Promise<Falta[]> {
  const answer = await reauthenticate({})
  if (answer) return answer
  const { session } = await ask((db) => db.auth.getSession())
  return session && factorOf(session.user) ? ['password', 'code'] : ['password']
}

/**
 * Gives her password.
 *
 * @throws ServiceError `current_password_invalid`, `over_request_rate_limit`, …
 */
export async function givePassword(password: string): Promise<void> {
  if (await reauthenticate({ password })) return
  // Signing in again is a proof too.
  const { session } = await ask((db) => db.auth.getSession())
  const { email = '' } = session?.user ?? {}
  try {
    await ask((db) => db.auth.signInWithPassword({ email, password }))
  } catch (failure) {
    const { code } = toServiceError(failure)
    throw code === 'invalid_credentials' ? toServiceError({ code: 'current_password_invalid' }) : failure
  }
}

/** Has a code sent to her mailbox, for accounts without a password. @throws ServiceError */
export async function requestCode(): Promise<void> {
  await ask((db) => db.auth.reauthenticate())
}

/** Gives that code. @throws ServiceError `reauthentication_not_valid`, … */
export async function giveMailedCode(nonce: string): Promise<void> {
  await reauthenticate({ nonce: nonce.trim() })
}

/** Gives the code of her second factor, or a recovery code. @throws ServiceError `mfa_verification_failed`, … */
export async function giveCode(code: string): Promise<void> {
  const { user } = await ask((db) => db.auth.getUser())
  const factorId = factorOf(user) ?? ''
  await ask((db) => db.auth.mfa.challengeAndVerify({ factorId, code: code.trim() }))
}

/**
 * The official client has no call for it.
 *
 * @returns what is still missing; null where the service knows no such call
 */
async function reauthenticate(body: Record<string, string>): Promise<Falta[] | null> {
  try {
    return (await askAuth<{ asks?: Falta[] }>('reauthenticate', body)).asks ?? []
  } catch (failure) {
    const { status } = toServiceError(failure)
    if (status === 404 || status === 405) return null
    throw failure
  }
}
