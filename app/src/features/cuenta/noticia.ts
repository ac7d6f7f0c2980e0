import { askAuth } from '../../lib/api/ask.ts'

/** What a notice of security was about, and what would prove her. */
export type Noticia = {
  kind: 'device' | 'factor_added' | 'factor_removed' | 'password' | 'email' | 'deletion' | 'code'
  /** `gone`: the account is no more. */
  state: 'open' | 'undone' | 'gone'
  proofs: ('password' | 'code')[]
}

/** Reads what the key of a notice is about; changes nothing. @throws ServiceError `notice_not_found`, … */
export function readNoticia(key: string): Promise<Noticia> {
  return askAuth<Noticia>('notices', { key }, { signedIn: false })
}

/**
 * Takes the change back, and what came after it.
 *
 * @throws ServiceError `current_password_invalid`, `mfa_verification_failed`, `email_exists`, `notice_not_found`,
 *   `over_request_rate_limit`
 */
export async function undoChange(key: string, proof: { password: string } | { code: string }): Promise<void> {
  await askAuth('notices/undo', { key, ...proof }, { signedIn: false })
}
