import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type AuthContext, inTransaction } from '../context.ts'
import { type MailKind, writeNotice } from '../links/mails.ts'
import type { Queryable } from './accounts.ts'

/** What she is told of by mail. */
export type NoticeKind =
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

/** How long «No fui yo» can be answered, and what a change needs to be undone is kept. */
export const NOTICE_DAYS = 7

/** Where «No fui yo» leads; without it the project wants no notices. */
export const noticePage = ({ config }: Pick<AuthContext, 'config'>) => config.project.auth.notices?.page

/**
 * Notes what happened, to be mailed once the transaction stands. Call it before the change: what proves her is what did so
 * until now.
 * @param details what it takes to undo it
 * @param to where she is told, if not at her address
 */
export async function noteChange(
  ctx: Pick<AuthContext, 'config'>,
  db: Queryable,
  userId: string,
  kind: NoticeKind,
  details: Record<string, unknown> = {},
  to?: string,
): Promise<void> {
  if (!noticePage(ctx)) return
  await db.query(
    `insert into local_server.security_notices (id, user_id, kind, proof_hash, details, mail_to)
     select $1, u.id, $3, local_server.proof_hash(u.id), $4, coalesce($5, u.email)
     from auth.users u where u.id = $2 and coalesce($5, u.email) is not null`,
    [randomUUID(), userId, kind, details, to ?? null],
  )
}

/** Mails what was noted; the key of «No fui yo» exists in the mail alone. */
export async function sendNotices(ctx: AuthContext): Promise<void> {
  const page = noticePage(ctx)
  if (!page) return
  // Almost always there is nothing: one short question instead of a transaction.
  const { rows: noted } = await ctx.authPool.query(
    'select from local_server.security_notices where mail_to is not null limit 1',
  )
  if (noted.length === 0) return
  const letters = await inTransaction(ctx.authPool, async (client) => {
    const { rows } = await client.query<{ id: string; kind: NoticeKind; mail_to: string }>(
      `select id, kind, mail_to from local_server.security_notices where mail_to is not null
       order by created_at limit 50 for update skip locked`,
    )
    const written = rows.map((row) => ({ ...row, key: randomBytes(28).toString('hex') }))
    for (const { id, key } of written) {
      await client.query(
        'update local_server.security_notices set key_hash = $2, mail_to = null where id = $1',
        [id, hashKey(key)],
      )
    }
    return written
  })
  for (const { kind, key, mail_to: to } of letters) {
    // Behind the sign of a fragment: neither a log nor a page that is led to learns it.
    ctx.mailer.send(writeNotice(`notice_${kind}` as MailKind, to, `${ctx.config.siteUrl}${page}#${key}`))
  }
}

const SWEEP_MS = 5_000
const JOB = 'auth-notices'

/** Mails what was noted, also by the database itself (the deletion of an account), within seconds. */
export function sendNoticesSoon(app: FastifyInstance, ctx: AuthContext): void {
  if (!noticePage(ctx)) return
  // What could not be mailed is kept, and tried again in a few seconds.
  ctx.jobs.every(JOB, SWEEP_MS, () => sendNotices(ctx), { later: true })
  app.addHook('onResponse', async (request) => {
    if (request.method !== 'GET') await ctx.jobs.run(JOB)
  })
}

/** What the database keeps of a key of «No fui yo»: somebody who reads the table can open nothing with it. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
