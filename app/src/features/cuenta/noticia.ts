import { askAuth } from '../../lib/api/ask.ts'

/** What a notice of security was about, and what would prove her. */
export type Noticia = {
  kind:
    | 'device'
    | 'factor_added'
    | 'factor_removed'
    | 'password'
    | 'email'
    | 'deletion'
    | 'code'
    | 'code_removed'
    | 'return_asked'
    | 'returned'
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

/**
 * Stops what was asked for and waits for its day (`return_asked`); the key of the notice is enough.
 *
 * @returns false where nothing waits any more: it was stopped before, or is in somebody's hands
 * @throws ServiceError `notice_not_found`
 */
export async function stopReturn(key: string): Promise<boolean> {
  return (await askAuth<{ stopped: boolean }>('notices/stop', { key }, { signedIn: false })).stopped
}
