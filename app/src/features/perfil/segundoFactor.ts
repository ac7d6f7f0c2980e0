import { brand } from '../../lib/brand.ts'
import { unwrap } from '../../lib/errors.ts'
import { supabase } from '../../lib/supabase.ts'

/** What a codes app needs to know, and what she keeps for the day it is gone. */
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
 * Begins: nothing is asked for before the first code has been given.
 *
 * @throws ServiceError `too_many_enrolled_mfa_factors`, …
 */
export async function inscribir(): Promise<Inscripcion> {
  // What the codes app shows says no more than the tab does (decision 51).
  const { id, totp } = await unwrap(
    supabase().auth.mfa.enroll({ factorType: 'totp', issuer: brand.discreetTitle }),
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
 * @throws ServiceError `mfa_verification_failed`, …
 */
export async function activar(factorId: string, code: string): Promise<void> {
  await unwrap(supabase().auth.mfa.challengeAndVerify({ factorId, code }))
}

/** Takes the second factor away, with its recovery codes. */
export async function quitar(factorId: string): Promise<void> {
  const { auth } = supabase()
  await unwrap(auth.mfa.unenroll({ factorId }))
  await unwrap(auth.refreshSession())
}
