import { knownConfig } from '../lib/installation/config.ts'
import { within } from './deadline.ts'
import { toServiceError } from './errors.ts'
import { gate } from './gate.ts'
import { storedSession } from './session-storage.ts'

/**
 * Adds a row without the client, whose code may not have come or may be broken. Only for what must arrive all the same, and only where
 * nobody has answered yet: whoever has answered is not asked twice.
 *
 * @param row hers, by its `user_id`; nobody else's session ever carries it
 * @param onConflict columns by which the table knows what it has already, which then stays as it is
 * @param failure of the client
 * @returns the rows that were added
 * @throws the failure of the client where there is no other way
 */
export async function insertPlainly(
  table: string,
  row: { user_id: string },
  onConflict: string,
  failure: unknown,
): Promise<unknown[]> {
  const config = knownConfig()
  const session = storedSession()
  const { status, code } = toServiceError(failure)
  const offline = globalThis.navigator?.onLine === false
  if (offline || status > 0 || code === 'left' || !config || session?.user.id !== row.user_id) throw failure
  const response = await within('patient', (signal) =>
    gate.fetch(`${config.supabaseUrl}/rest/v1/${table}?on_conflict=${onConflict}&select=user_id`, {
      method: 'POST',
      headers: {
        apikey: config.anonKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
        prefer: 'resolution=ignore-duplicates,return=representation',
      },
      body: JSON.stringify(row),
      signal,
    }),
  ).catch(() => {
    throw failure
  })
  if (!response.ok) throw failure
  return response.json()
}
