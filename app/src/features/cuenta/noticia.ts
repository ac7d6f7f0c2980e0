import { loadConfig } from '../../lib/config.ts'
import { ServiceError, toServiceError } from '../../data/errors.ts'

/** What a notice of security was about, and what would prove her. */
export type Noticia = {
  kind: 'device' | 'factor_added' | 'factor_removed' | 'password' | 'email' | 'deletion'
  /** `gone`: the account is no more. */
  state: 'open' | 'undone' | 'gone'
  proofs: ('password' | 'code')[]
}

/** Reads what the key of a notice is about; changes nothing. @throws ServiceError `notice_not_found`, … */
export async function readNoticia(key: string): Promise<Noticia> {
  return (await ask('notices', { key })) as Noticia
}

/**
 * Takes the change back, and what came after it.
 *
 * @throws ServiceError `current_password_invalid`, `mfa_verification_failed`, `email_exists`, `notice_not_found`,
 *   `over_request_rate_limit`
 */
export async function undoChange(key: string, proof: { password: string } | { code: string }): Promise<void> {
  await ask('notices/undo', { key, ...proof })
}

/** supabase-js has no calls for notices. */
async function ask(path: string, body: Record<string, string>): Promise<unknown> {
  try {
    const { supabaseUrl, anonKey } = await loadConfig()
    const response = await fetch(`${supabaseUrl}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: anonKey,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
      },
      body: JSON.stringify(body),
    })
    const answer = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
    if (response.ok) return answer
    throw new ServiceError(toServiceError(answer).message, answer.code ?? '', response.status)
  } catch (failure) {
    throw toServiceError(failure)
  }
}
