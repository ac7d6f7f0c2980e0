import { ask, askAuth } from '../../lib/api/ask.ts'
import { brand } from '../../lib/installation/brand.ts'
import { withPrueba } from '../../lib/session/prueba.ts'

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
  // What the codes app shows says no more than the tab does.
  const { id, totp } = await withPrueba(() =>
    ask((db) => db.auth.mfa.enroll({ factorType: 'totp', issuer: brand.discreetTitle })),
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
  const { user } = await withPrueba(() => ask((db) => db.auth.mfa.challengeAndVerify({ factorId, code })))
  return user.factors?.some(({ id }) => id === factorId) ?? false
}

/**
 * Makes new recovery codes in the place of those that are left.
 *
 * @throws ServiceError, PruebaCancelada
 */
export function renewCodigos(factorId: string): Promise<string[]> {
  return withPrueba(async () => {
    const path = `factors/${factorId}/recovery_codes`
    return (await askAuth<{ recovery_codes?: string[] }>(path)).recovery_codes ?? []
  })
}

/** Takes the second factor away, with its recovery codes. */
export async function removeFactor(factorId: string): Promise<void> {
  await withPrueba(() => ask((db) => db.auth.mfa.unenroll({ factorId })))
  await ask((db) => db.auth.refreshSession())
}
