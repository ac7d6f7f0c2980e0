import { createHash, randomInt } from 'node:crypto'
import type pg from 'pg'

/** Without look-alikes: they are copied by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const COUNT = 10
/** Two groups of five: 49 bits each, behind the limit on attempts. */
const GROUP = 5

/** @returns codes as she keeps them: `abcde-fghjk` */
export function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: COUNT }, () => `${group()}-${group()}`)
}

/** Keeps the hashes of a factor's codes. */
export async function storeRecoveryCodes(
  client: pg.PoolClient,
  factorId: string,
  codes: readonly string[],
): Promise<void> {
  await client.query(
    `insert into local_server.recovery_codes (factor_id, code_hash) select $1, unnest($2::text[])`,
    [factorId, codes.map(hashOf)],
  )
}

/** Puts new codes in the place of a factor's old ones. */
export async function replaceRecoveryCodes(
  client: pg.PoolClient,
  factorId: string,
  codes: readonly string[],
): Promise<void> {
  await client.query('delete from local_server.recovery_codes where factor_id = $1', [factorId])
  await storeRecoveryCodes(client, factorId, codes)
}

/** Whether a text could be one of these codes; those of a factor are digits alone. */
export function looksLikeRecoveryCode(code: string): boolean {
  return plainCode(code).length === 2 * GROUP
}

/** Uses a code up. @returns whether it was one */
export async function spendRecoveryCode(
  client: pg.PoolClient,
  factorId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'delete from local_server.recovery_codes where factor_id = $1 and code_hash = $2',
    [factorId, hashOf(code)],
  )
  return rowCount === 1
}

function hashOf(code: string): string {
  return createHash('sha256').update(plainCode(code)).digest('hex')
}

/** A code as it is hashed, however it was typed. */
export function plainCode(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '')
}
