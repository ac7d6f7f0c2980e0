/** What a link in an e-mail, or a sign-in elsewhere, brought back in the address. */
export type Retorno =
  | { kind: 'code' }
  /** `code` and `description` as the auth service names them, for instance `otp_expired`. */
  | { kind: 'error'; code: string; description: string }

/**
 * Reads the address the auth service redirected to: `?code=…` when all went well, else `error`, `error_code` and
 * `error_description`, in the query or after the `#` (supabase/auth, `verify` and `callback`).
 *
 * @returns null for any other address
 */
export function readRetorno({ search, hash }: { search: string; hash: string }): Retorno | null {
  const query = new URLSearchParams(search)
  for (const params of [query, new URLSearchParams(hash.slice(1))]) {
    const error = params.get('error')
    const code = params.get('error_code')
    if (error || code) {
      return { kind: 'error', code: code ?? error ?? '', description: params.get('error_description') ?? '' }
    }
  }
  return query.has('code') ? { kind: 'code' } : null
}

/**
 * Whether an address is what a mailed link leads to: our auth API says after the `#` what it was for, hosted Supabase brings a code or,
 * after the first half of a change, a message.
 */
export function cameByLink({ search, hash }: { search: string; hash: string }): boolean {
  const after = new URLSearchParams(hash.slice(1))
  const query = new URLSearchParams(search)
  return after.has('type') || after.has('message') || query.has('code') || query.has('message')
}

/**
 * Whether the link of a registration led here, and to another page than the one that tells her of it: our auth API adds the
 * link's secret after the `#` (docs/api.md, "Mailed links").
 */
export function isConfirmacion({ pathname, hash }: { pathname: string; hash: string }): boolean {
  const params = new URLSearchParams(hash.slice(1))
  return pathname !== '/cuenta/confirmada' && params.get('type') === 'signup' && params.has('token_hash')
}
