import type pg from 'pg'
import webPush, { type VapidKeys } from 'web-push'

/**
 * The key pair that push services know this installation by: made at first start, the same for every process on this
 * database from then on. Source: RFC 8292.
 * @param pool may write `local_server.push_keys`
 */
export async function pushKeys(pool: pg.Pool): Promise<VapidKeys> {
  const made = webPush.generateVAPIDKeys()
  // Of several processes that start at once, one makes the pair and all read it.
  await pool.query(
    'insert into local_server.push_keys (public_key, private_key) values ($1, $2) on conflict do nothing',
    [made.publicKey, made.privateKey],
  )
  const { rows } = await pool.query<{ public_key: string; private_key: string }>(
    'select public_key, private_key from local_server.push_keys',
  )
  return { publicKey: rows[0]!.public_key, privateKey: rows[0]!.private_key }
}
