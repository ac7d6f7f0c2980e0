import { brand } from '../../lib/brand.ts'
import { knownConfig } from '../../lib/config.ts'
import { ServiceError, toServiceError, unwrap } from '../../data/errors.ts'
import { withPrueba } from '../../data/prueba.ts'
import { supabase } from '../../data/client.ts'

/** What a codes app needs, and the recovery codes for when it is lost. */
export type Inscripcion = {
  id: string
  /** The picture to scan, as a `data:` address. */
  imagen: string
  /** The same to type, in groups of four. */
  clave: string
  /** The same as a link, which opens the codes app on this very telephone. */
  enlace: string
  codigos: string[]
}

/**
 * Begins enrolling; the factor is asked for once its first code was given.
 *
 * @throws ServiceError `too_many_enrolled_mfa_factors`, …
 */
export async function enrollFactor(): Promise<Inscripcion> {
  // What the codes app shows says no more than the tab does (record 51).
  const { id, totp } = await withPrueba(() =>
    unwrap(supabase().auth.mfa.enroll({ factorType: 'totp', issuer: brand.discreetTitle })),
  )
  return {
    id,
    imagen: totp.qr_code,
    clave: totp.secret.replace(/(.{4})(?=.)/g, '$1 '),
    enlace: totp.uri,
    codigos: (totp as { recovery_codes?: string[] }).recovery_codes ?? [],
  }
}

/**
 * Gives the first code; from then on it is asked for at every sign-in, and her other devices are out.
 *
 * @returns false where that is so only a day later: her mailbox alone has proven her
 * @throws ServiceError `mfa_verification_failed`, …
 */
export async function activateFactor(factorId: string, code: string): Promise<boolean> {
  const { user } = await withPrueba(() => unwrap(supabase().auth.mfa.challengeAndVerify({ factorId, code })))
  return user.factors?.some(({ id }) => id === factorId) ?? false
}

/**
 * Makes new recovery codes in the place of those that are left.
 *
 * @throws ServiceError, PruebaCancelada
 */
export function renewCodigos(factorId: string): Promise<string[]> {
  return withPrueba(() => newCodigos(factorId))
}

/** The official client knows no recovery codes. */
async function newCodigos(factorId: string): Promise<string[]> {
  const { supabaseUrl, anonKey } = knownConfig()!
  const { data } = await supabase().auth.getSession()
  const response = await fetch(`${supabaseUrl}/auth/v1/factors/${factorId}/recovery_codes`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${data.session?.access_token}`,
      'x-supabase-api-version': '2024-01-01',
    },
  }).catch((failure: unknown) => {
    throw toServiceError(failure)
  })
  const answer = (await response.json().catch(() => ({}))) as { recovery_codes?: string[]; code?: string }
  if (!response.ok) {
    throw new ServiceError(toServiceError(answer).message, answer.code ?? '', response.status)
  }
  return answer.recovery_codes ?? []
}

/** Takes the second factor away, with its recovery codes. */
export async function removeFactor(factorId: string): Promise<void> {
  const { auth } = supabase()
  await withPrueba(() => unwrap(auth.mfa.unenroll({ factorId })))
  await unwrap(auth.refreshSession())
}
