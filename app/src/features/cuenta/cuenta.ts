import { ask } from '../../lib/api/ask.ts'
import { within } from '../../lib/api/deadline.ts'
import { ServiceError, toServiceError } from '../../lib/api/errors.ts'
import { beginPassword } from '../../lib/session/contrasena.ts'
import { forgetEspera } from './espera.ts'

/** Where the link of the confirmation e-mail ends. */
const confirmationPage = () => `${location.origin}/cuenta/confirmada`

/**
 * Signs her in; the session context does the rest.
 *
 * @throws ServiceError `invalid_credentials`, `email_not_confirmed`, `over_request_rate_limit`, …
 */
export async function signIn(email: string, password: string): Promise<void> {
  await ask((db) => db.auth.signInWithPassword({ email, password }))
  forgetEspera()
}

export type Registro = {
  nombre: string
  email: string
  password: string
  identidad: string
  /** The code of the friend who invited her, and whether that friend may see her name. */
  codigo?: string
  comparteNombre?: boolean
}

/**
 * Creates her account and has the confirmation e-mail sent.
 *
 * @returns true when she is signed in already, because the service asks for no confirmation
 * @throws ServiceError `weak_password`, `user_already_exists`, `over_email_send_rate_limit`, …
 */
export async function signUp({
  nombre,
  email,
  password,
  identidad,
  codigo,
  comparteNombre,
}: Registro): Promise<boolean> {
  const { session } = await ask((db) =>
    db.auth.signUp({
      email,
      password,
      options: {
        emailRedirectTo: confirmationPage(),
        data: {
          username: nombre,
          identidad_genero: identidad,
          ...(codigo && { codigo, comparte_nombre: comparteNombre === true }),
        },
      },
    }),
  )
  return session !== null
}

/**
 * Sends the confirmation e-mail again.
 *
 * @throws ServiceError `over_email_send_rate_limit` within a minute of the last one
 */
export async function resendConfirmacion(email: string): Promise<void> {
  await ask((db) =>
    db.auth.resend({ type: 'signup', email, options: { emailRedirectTo: confirmationPage() } }),
  )
}

/**
 * Gives the code of her second factor, or one of its recovery codes.
 *
 * @throws ServiceError `mfa_verification_failed`, `over_request_rate_limit`, …
 */
export async function giveSegundoPaso(factorId: string, code: string): Promise<void> {
  await ask((db) => db.auth.mfa.challengeAndVerify({ factorId, code: code.trim() }))
}

/** Where the link to enter with ends. */
const entryPage = () => `${location.origin}/cuenta/enlace`

/**
 * Has a link to enter with sent. The answer is the same whether the address has an account or not.
 *
 * @throws ServiceError `over_email_send_rate_limit` within a minute of the last one
 */
export async function requestEnlace(email: string): Promise<void> {
  const options = { emailRedirectTo: entryPage(), shouldCreateUser: false }
  await ask((db) => db.auth.signInWithOtp({ email, options }))
}

/** Where the link of the recovery e-mail ends. */
const passwordPage = () => `${location.origin}/cuenta/contrasena`

/**
 * Has the recovery e-mail sent. The answer is the same whether the address has an account or not.
 *
 * @throws ServiceError `over_email_send_rate_limit` within a minute of the last one
 */
export async function requestPasswordReset(email: string): Promise<void> {
  await ask((db) => db.auth.resetPasswordForEmail(email, { redirectTo: passwordPage() }))
}

/** The mails that carry a code. */
export type CodigoDeCorreo = 'signup' | 'recovery' | 'magiclink'

/**
 * Signs her in with the code of such an e-mail, for who reads it on another device.
 *
 * @param type what the mail was for: to confirm a registration, to set a password, or to enter with
 * @throws ServiceError `otp_expired` for a code that is wrong, used or too old
 */
export async function signInWithCode(email: string, token: string, type: CodigoDeCorreo): Promise<void> {
  await ask((db) => db.auth.verifyOtp({ email, token, type }))
  forgetEspera()
}

/**
 * What sets her password, with the one before it where that was printed; every other session of hers ends.
 *
 * @throws ServiceError `current_password_invalid`, `weak_password`, `same_password`, …
 */
export const beginSavingPassword = () =>
  beginPassword(async (password, current_password) => {
    await ask((db) => db.auth.updateUser({ password, current_password }))
  })

/**
 * Renews the session so that it carries the new address. The code of the second link would do so too, but
 * supabase-js forgets
 * what it needs for it as soon as the change is asked for (`_saveSession` removes the verifier).
 */
export async function renewSession(): Promise<void> {
  await ask((db) => db.auth.refreshSession())
}

/**
 * Leaves for the identity provider. Its address is tried first: a provider that is not configured answers with an
 * error in JSON, which would otherwise take the place of the app.
 *
 * @throws ServiceError with the service's message
 */
export async function signInWithGoogle(): Promise<void> {
  const { url } = await ask((db) =>
    db.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${location.origin}/`, skipBrowserRedirect: true },
    }),
  )
  const answer = await within('usual', (signal) => fetch(url, { redirect: 'manual', signal })).catch(
    (failure: unknown) => {
      throw toServiceError(failure)
    },
  )
  if (answer.type !== 'opaqueredirect') {
    // No JSON: the status says what there is to say.
    const body = (await answer.json().catch(() => ({}))) as {
      msg?: string
      message?: string
      error_code?: string
    }
    throw new ServiceError(
      toServiceError({ message: body.msg ?? body.message, code: body.error_code }).message,
      body.error_code ?? '',
      answer.status,
    )
  }
  location.assign(url)
}
