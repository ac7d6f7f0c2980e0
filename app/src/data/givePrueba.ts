import { knownConfig } from '../lib/config.ts'
import { ServiceError, toServiceError, unwrap } from './errors.ts'
import { factorOf } from './segundoPaso.ts'
import { supabase } from './client.ts'

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
  const { data } = await supabase().auth.getSession()
  return data.session && factorOf(data.session.user) ? ['password', 'code'] : ['password']
}

/**
 * Gives her password.
 *
 * @throws ServiceError `current_password_invalid`, `over_request_rate_limit`, …
 */
export async function givePassword(password: string): Promise<void> {
  if (await reauthenticate({ password })) return
  // Signing in again is a proof too.
  const { data } = await supabase().auth.getSession()
  const { email = '' } = data.session?.user ?? {}
  try {
    await unwrap(supabase().auth.signInWithPassword({ email, password }))
  } catch (failure) {
    const { code } = toServiceError(failure)
    throw code === 'invalid_credentials' ? toServiceError({ code: 'current_password_invalid' }) : failure
  }
}

/** Has a code sent to her mailbox, for accounts without a password. @throws ServiceError */
export async function requestCode(): Promise<void> {
  await unwrap(supabase().auth.reauthenticate())
}

/** Gives that code. @throws ServiceError `reauthentication_not_valid`, … */
export async function giveMailedCode(nonce: string): Promise<void> {
  await reauthenticate({ nonce: nonce.trim() })
}

/** Gives the code of her second factor, or a recovery code. @throws ServiceError `mfa_verification_failed`, … */
export async function giveCode(code: string): Promise<void> {
  const { auth } = supabase()
  const { user } = await unwrap(auth.getUser())
  await unwrap(auth.mfa.challengeAndVerify({ factorId: factorOf(user) ?? '', code: code.trim() }))
}

/**
 * The official client has no call for it.
 *
 * @returns what is still missing; null where the service knows no such call
 */
async function reauthenticate(body: Record<string, string>): Promise<Falta[] | null> {
  const { supabaseUrl, anonKey } = knownConfig()!
  const { data } = await supabase().auth.getSession()
  const response = await fetch(`${supabaseUrl}/auth/v1/reauthenticate`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  }).catch((failure: unknown) => {
    throw toServiceError(failure)
  })
  if (response.status === 404 || response.status === 405) return null
  const answer = (await response.json().catch(() => ({}))) as {
    asks?: Falta[]
    code?: string
    message?: string
  }
  if (response.ok) return answer.asks ?? []
  throw new ServiceError(toServiceError(answer).message, answer.code ?? '', response.status)
}
