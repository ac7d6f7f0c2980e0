import { randomUUID } from 'node:crypto'
import type { Caller } from './context.ts'
import type { Queryable } from './users.ts'

/** What is recorded. Words as upstream writes them, where it has one. */
export type AuditAction =
  | 'login'
  | 'login_failed'
  | 'logout'
  | 'token_revoked'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_modified'
  | 'user_reauthenticate_requested'
  | 'user_reauthenticated'
  | 'user_deleted'
  | 'identity_linked'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_unenrolled'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'user_updated_password'
  | 'change_undone'

/**
 * Adds a line to the audit log: what happened, to which account, from where. Never an address, a name or a value.
 * @param userId null where no account is concerned, or none exists
 */
export async function audit(
  db: Queryable,
  action: AuditAction,
  userId: string | null,
  caller: Caller,
): Promise<void> {
  await db.query(
    `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, now(), $3)`,
    [randomUUID(), { action, actor_id: userId, log_type: 'account' }, caller.ip],
  )
}
