import type pg from 'pg'
import { ApiError } from '../../http/errors.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { type Caller, expiredSecret } from '../http.ts'
import { consumeSecrets, findByCode, issueSecrets } from '../links/oneTimeTokens.ts'
import { type OpenSession, openSession } from '../token/sessions.ts'
import {
  audit,
  type Contact,
  confirmPhone,
  findShadow,
  findUserByPhone,
  forgetUnconfirmed,
  isBanned,
  type User,
} from './accounts.ts'
import { codeRules, countMessage, deliver } from './contact.ts'
import { isDelayed } from './delayedChanges.ts'
import { nobodysId } from './newAccount.ts'

/** What the code of a text message is for, as /verify names it. */
export type PhoneCodeType = 'sms' | 'phone_change'

/**
 * Uses the code of a text message up.
 * @throws ApiError 403 `otp_expired` for a code that is wrong, used or too old, without saying which
 */
export async function usePhoneCode(
  ctx: AuthContext,
  client: pg.PoolClient,
  { type, phone, code }: { type: PhoneCodeType; phone: string; code: string },
  caller: Caller,
): Promise<OpenSession> {
  const kind = type === 'sms' ? 'confirmation' : 'phone_change'
  const user = await findByCode(client, kind, phone, code)
  if (!user) throw expiredSecret()
  if (isBanned(user)) throw new ApiError(403, 'user_banned', 'User is banned')
  await consumeSecrets(client, user.id, kind)
  if (type === 'phone_change') await changePhone(client, user, phone)
  if (!user.phone_confirmed_at) await confirmPhone(client, user)
  await audit(client, type === 'sms' ? 'login' : 'user_modified', user.id, caller)
  return openSession(ctx, client, user.id, 'otp', caller)
}

async function changePhone(client: pg.PoolClient, user: User, phone: string): Promise<void> {
  if (await isOthers(client, phone)) throw expiredSecret()
  if (await isDelayed(client, user.id, 'phone')) {
    await client.query(
      `update local_server.delayed_changes set details = jsonb_build_object('confirmed', $2::text)
       where user_id = $1 and kind = 'phone'`,
      [user.id, phone],
    )
    return
  }
  const abandoned = await findUserByPhone(client, phone, true)
  if (abandoned && abandoned.id !== user.id) await forgetUnconfirmed(client, abandoned)
  await client.query(
    `update auth.users set phone = $2, phone_change = '', phone_confirmed_at = now(), updated_at = now() where id = $1`,
    [user.id, phone],
  )
}

/**
 * Begins a change of telephone: a code goes to the new one, and nothing changes before it is given.
 * @returns the code; undefined where somebody's account has that number, which its owner is told instead
 */
export async function beginPhoneChange(
  { config }: AuthContext,
  client: pg.PoolClient,
  user: User,
  phone: string,
): Promise<string | undefined> {
  const isTaken = await isOthers(client, phone)
  await client.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [
    user.id,
    phone,
  ])
  const { code } = await issueSecrets(client, user.id, 'phone_change', {
    ...codeRules({ config }, phone),
    pkce: false,
    unsent: isTaken,
  })
  return isTaken ? undefined : code
}

async function isOthers(client: pg.PoolClient, phone: string): Promise<boolean> {
  const other = await findUserByPhone(client, phone)
  return Boolean(other?.phone_confirmed_at)
}

/** Sends a code once more: of a sign-up, or of a change of telephone. To a number that waits for none, a word instead. */
export async function resendPhoneCode(
  ctx: AuthContext,
  type: PhoneCodeType,
  contact: Contact,
): Promise<void> {
  await countMessage(ctx, type, contact)
  const column = type === 'sms' ? 'phone' : 'phone_change'
  const pending = type === 'sms' ? 'phone_confirmed_at is null' : 'true'
  const secrets = await inTransaction(ctx.authPool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from auth.users where ${column} = $1 and ${pending} and deleted_at is null for update`,
      [contact.address],
    )
    const taken = type === 'phone_change' && (await isOthers(client, contact.address))
    const shadow = await findShadow(ctx, client, contact, true)
    const left = type === 'sms' ? shadow?.id : undefined
    const secrets = await issueSecrets(
      client,
      rows[0]?.id ?? left ?? nobodysId(),
      type === 'sms' ? 'confirmation' : 'phone_change',
      {
        ...codeRules(ctx, contact.address),
        pkce: false,
        unsent: taken || !rows[0],
      },
    )
    return rows[0] && !taken ? secrets : undefined
  })
  deliver(ctx, contact, secrets ? 'confirmation' : 'account_exists', { secrets })
}
