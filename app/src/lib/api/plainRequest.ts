import { askConfig, knownConfig } from '../installation/config.ts'
import { storedSession } from '../session/sessionStorage.ts'
import { storableJson } from '../text/storable.ts'
import { type Deadline, within } from './deadline.ts'
import { toServiceError } from './errors.ts'
import { gate } from './requestGate.ts'

/**
 * Adds a row without the client, whose code may not have come or may be broken. Only for what must arrive all the same, and only where
 * nobody has answered yet: a function that has answered is not called twice.
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
  const answer = await post(
    `${table}?on_conflict=${onConflict}&select=user_id`,
    row,
    row.user_id,
    { prefer: 'resolution=ignore-duplicates,return=representation' },
    failure,
  )
  return answer as unknown[]
}

/**
 * Calls a function of the database in the same way, and under the same conditions.
 *
 * @param owner whose session may carry it
 * @returns its answer
 * @throws the failure of the client where there is no other way
 */
export function callPlainlyAs(owner: string, name: string, args: object, failure: unknown): Promise<unknown> {
  return post(`rpc/${name}`, args, owner, {}, failure)
}

async function post(
  path: string,
  body: object,
  owner: string,
  headers: Record<string, string>,
  failure: unknown,
): Promise<unknown> {
  const config = knownConfig()
  const session = storedSession()
  const { status, code } = toServiceError(failure)
  const offline = globalThis.navigator?.onLine === false
  if (offline || status > 0 || code === 'left' || !config || session?.user.id !== owner) throw failure
  const response = await within('patient', (signal) =>
    gate.fetch(`${config.supabaseUrl}/rest/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: config.anonKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
      signal,
    }),
  ).catch(() => {
    // No other way either: what is told is what the client said.
    throw failure
  })
  if (!response.ok) throw failure
  return response.json()
}

/**
 * Calls a function of the database without a session, for a visitor with a link and no account: without the client, which a
 * slow telephone would wait for, without a session, even where there is one, and with nothing kept on the device.
 *
 * @param name of the function
 * @param args its arguments
 * @param options `keepalive`: it goes on where the page does not
 * @returns what it returns
 * @throws ServiceError as `ask` does
 */
export async function callAsNobody(
  name: string,
  args: Record<string, unknown>,
  {
    within: deadline = 'usual',
    signal,
    keepalive = false,
  }: { within?: Deadline; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<unknown> {
  try {
    return await within(
      deadline,
      async (stop) => {
        const { supabaseUrl, anonKey } = await askConfig()
        const response = await fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
          method: 'POST',
          headers: { apikey: anonKey, 'content-type': 'application/json' },
          body: storableJson(JSON.stringify(args)),
          cache: 'no-store',
          credentials: 'omit',
          signal: stop,
          keepalive,
        })
        // No JSON: of a failure the status says what there is to say.
        const answer: unknown = await response.json().catch(() => undefined)
        if (!response.ok) throw toServiceError(answer, response.status)
        // Half an answer, or the page of a captive portal, is none: `null` would mean that the link leads nowhere.
        if (answer === undefined) throw new TypeError('Failed to fetch an answer')
        return answer
      },
      signal,
    )
  } catch (failure) {
    throw toServiceError(failure)
  }
}
