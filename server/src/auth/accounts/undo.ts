import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { codeFits } from '../factors/factorVerify.ts'
import { markMailedPassword } from '../factors/proof.ts'
import { looksLikeRecoveryCode, plainCode } from '../factors/recoveryCodes.ts'
import { type Caller, callerOf, deviceOf, parse, text, validationFailed } from '../http.ts'
import { writeNotice } from '../links/mails.ts'
import { tellProject } from '../token/hook.ts'
import { audit, findUserByEmail, findUserById, forgetUnconfirmed, type User } from './accounts.ts'
import { cancelDelayed, putFactor, type StoredFactor, setEmail } from './delayedChanges.ts'
import { hashKey, NOTICE_DAYS, type NoticeKind, noteChange } from './notices.ts'
import { passwordMatches } from './passwords.ts'

const Question = z.object({ key: text })
const Undo = z.object({ key: text, password: text.nullish(), code: text.nullish() })

interface Notice {
  id: string
  user_id: string | null
  kind: NoticeKind
  proof_hash: string | null
  details: Record<string, unknown>
  created_at: Date
  undone_at: Date | null
}

/** A factor that counted before the change. */
interface EarlierFactor extends StoredFactor {
  /** Whether it still stands in the account. */
  enrolled: boolean
}

/**
 * «No fui yo», in the mails of `notices.ts`. `POST /notices` says what a key is about and what would prove her; `POST
 * /notices/undo` takes the change back, and everything that was changed since. Neither is a GET: scanners open links. Undoing
 * takes what her mailbox does not hold: the password before the change, or a code of a factor that counted before it. A key
 * cannot be guessed: only what is refused is counted, and who has the right one is let in however many wrong ones came from her
 * network. `POST /notices/stop` stops what she asked to have back (`return_asked`), by the key alone, since that gives
 * nobody anything; `{ stopped }` says whether it waited still.
 */
export function undoRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/notices', (request) =>
    ctx.limits.countRefusals('notices', request.ip, false, async () => {
      const notice = await findNotice(ctx.authPool, parse(Question, request.body).key)
      const factors = notice.user_id ? await earlierFactors(ctx.authPool, notice) : []
      return {
        kind: notice.kind,
        at: notice.created_at.toISOString(),
        state: notice.user_id === null ? 'gone' : notice.undone_at ? 'undone' : 'open',
        proofs: [...(notice.proof_hash ? ['password'] : []), ...(factors.length > 0 ? ['code'] : [])],
      }
    }),
  )
  app.post('/notices/undo', (request) =>
    ctx.limits.countRefusals('notices', request.ip, false, async () => {
      const { key, password, code } = parse(Undo, request.body)
      if (!password && !code) throw validationFailed('Undoing needs a proof')
      const notice = await findNotice(ctx.authPool, key)
      const { user_id: userId } = notice
      if (userId === null || notice.undone_at) throw notFound()
      await undo(ctx, { ...notice, user_id: userId }, { password, code }, request)
      return {}
    }),
  )
  app.post('/notices/stop', (request) =>
    ctx.limits.countRefusals('notices', request.ip, false, async () => {
      const { id, user_id: userId, kind } = await findNotice(ctx.authPool, parse(Question, request.body).key)
      if (kind !== 'return_asked' || userId === null) throw notFound()
      const stopped = await inTransaction(ctx.authPool, async (client) => {
        if (!(await stopReturn(ctx, client, userId))) return false
        await client.query('update local_server.security_notices set undone_at = now() where id = $1', [id])
        await audit(client, 'return_stopped', userId, callerOf(request))
        return true
      })
      return { stopped }
    }),
  )
}

/** @returns whether something waited that could be stopped */
async function stopReturn(ctx: AuthContext, client: pg.PoolClient, userId: string): Promise<boolean> {
  const stop = ctx.config.project.auth.notices?.returnStopped
  return stop !== undefined && (await tellProject(client, stop, userId)) === true
}

async function findNotice(db: pg.Pool | pg.PoolClient, key: string): Promise<Notice> {
  const { rows } = await db.query<Notice>(
    `select * from local_server.security_notices
     where key_hash = $1 and created_at > now() - make_interval(days => $2)`,
    [hashKey(key), NOTICE_DAYS],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

function notFound(): ApiError {
  return new ApiError(404, 'notice_not_found', 'Notice has expired or is invalid')
}

interface Proofs {
  password?: string | null
  code?: string | null
}

async function undo(
  ctx: AuthContext,
  notice: Notice & { user_id: string },
  proofs: Proofs,
  request: FastifyRequest,
): Promise<void> {
  const caller = callerOf(request)
  // On a device of hers wrong answers are counted apart: somebody who reads her mail does not keep her from this page.
  const requester = await ctx.limits.requesterOf(
    await earlierAddress(ctx.authPool, notice),
    deviceOf(request),
  )
  const attempts = `undo:${notice.id}${requester ? `:${requester}` : ''}`
  await ctx.limits.assertMayTryPassword(attempts)
  const knows = Boolean(proofs.password) && (await passwordMatches(proofs.password!, notice.proof_hash))
  const changed = await inTransaction(ctx.authPool, async (client) => {
    const locked = await findUserById(client, notice.user_id, true)
    if (!locked) throw notFound()
    if (!knows && !(proofs.code && (await showsFactor(client, notice, proofs.code)))) return undefined
    return takeBack(ctx, client, locked, notice, caller)
  })
  if (!changed) {
    await ctx.limits.countWrongPassword(attempts)
    throw proofs.password
      ? new ApiError(400, 'current_password_invalid', 'Current password is not valid')
      : new ApiError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await ctx.limits.forgetWrongPasswords(attempts)
  for (const to of changed) ctx.mailer.send(writeNotice('notice_undone', to))
}

/** Her address before what the notice is about: by it her devices are known. */
async function earlierAddress(db: pg.Pool, notice: Notice): Promise<string> {
  const { rows } = await db.query<{ address: string }>(
    `select coalesce((
       select n.details ->> 'from' from local_server.security_notices n
       where n.user_id = u.id and n.kind = 'email' and n.created_at >= $2 and n.undone_at is null
       order by n.created_at limit 1
     ), u.email, '') as address from auth.users u where u.id = $1`,
    [notice.user_id, notice.created_at],
  )
  return rows[0]?.address ?? ''
}

/** Factors of the account that counted before what the notice is about, enrolled still or taken away since. */
async function earlierFactors(db: pg.Pool | pg.PoolClient, notice: Notice): Promise<EarlierFactor[]> {
  const { rows } = await db.query<EarlierFactor>(
    `with added as (
       select details ->> 'factor_id' as id from local_server.security_notices
       where user_id = $1 and kind = 'factor_added' and created_at >= $2
     )
     select f.id::text, f.friendly_name, f.secret, s.last_step::text as last_step, true as enrolled,
       array(select c.code_hash from local_server.recovery_codes c where c.factor_id = f.id) as codes
     from auth.mfa_factors f left join local_server.factor_steps s on s.factor_id = f.id
     where f.user_id = $1 and f.status = 'verified' and f.id::text not in (select id from added)
     union all
     select n.details ->> 'id', n.details ->> 'friendly_name', n.details ->> 'secret', n.details ->> 'last_step', false,
       array(select jsonb_array_elements_text(n.details -> 'codes'))
     from local_server.security_notices n
     where n.user_id = $1 and n.kind = 'factor_removed' and n.created_at >= $2 and n.undone_at is null
       and n.details ? 'secret' and n.details ->> 'id' not in (select id from added)`,
    [notice.user_id, notice.created_at],
  )
  return rows
}

async function showsFactor(client: pg.PoolClient, notice: Notice, code: string): Promise<boolean> {
  for (const factor of await earlierFactors(client, notice)) {
    if (looksLikeRecoveryCode(code)) {
      const hash = createHash('sha256').update(plainCode(code)).digest('hex')
      if (!factor.codes.includes(hash)) continue
      await client.query('delete from local_server.recovery_codes where factor_id = $1 and code_hash = $2', [
        factor.id,
        hash,
      ])
      return true
    }
    const step = await codeFits(factor.secret, code, factor.last_step)
    if (step === undefined) continue
    if (factor.enrolled) {
      await client.query(
        `insert into local_server.factor_steps (factor_id, last_step) values ($1, $2)
         on conflict (factor_id) do update set last_step = excluded.last_step`,
        [factor.id, step],
      )
    }
    return true
  }
  return false
}

/**
 * Takes back what the notice is about and all that was changed since, the newest first, and ends every session: those of
 * the one who made the change, and hers, which she opens again with what she has just shown. A password that comes back this
 * way proves no more than a mail for a day: who reads her mail and knew it once gains no more than that.
 * @returns addresses to tell
 * @throws ApiError 409 `email_exists`, where somebody has confirmed her address meanwhile; nothing is taken back then
 */
async function takeBack(
  ctx: AuthContext,
  client: pg.PoolClient,
  user: User,
  notice: Notice,
  caller: Caller,
): Promise<string[]> {
  const { rows } = await client.query<Notice>(
    `update local_server.security_notices set undone_at = now()
     where user_id = $1 and created_at >= $2 and undone_at is null returning *`,
    [user.id, notice.created_at],
  )
  const tell = new Set<string>(user.email ? [user.email] : [])
  const since = rows.sort((one, other) => Number(other.created_at) - Number(one.created_at))
  for (const one of since) await takeBackFactor(client, user, one)
  // The one before all of them: what came in between does not matter.
  const address = since.findLast(({ kind }) => kind === 'email')?.details.from
  if (typeof address === 'string') {
    await takeBackAddress(client, user, address)
    tell.add(address)
  }
  const password = since.findLast(({ kind }) => kind === 'password')
  if (password?.proof_hash) await takeBackPassword(ctx, client, user, password.proof_hash)
  await cancelDelayed(client, user.id, ['factor', 'email', 'phone'])
  const cancel = ctx.config.project.auth.notices?.cancelDeletion
  if (cancel) await tellProject(client, cancel, user.id)
  await stopReturn(ctx, client, user.id)
  await client.query('delete from auth.sessions where user_id = $1', [user.id])
  await audit(client, 'change_undone', user.id, caller)
  return [...tell]
}

async function takeBackFactor(client: pg.PoolClient, user: User, { kind, details }: Notice): Promise<void> {
  if (kind === 'factor_added') {
    await client.query('delete from auth.mfa_factors where id::text = $1 and user_id = $2', [
      details.factor_id,
      user.id,
    ])
  } else if (kind === 'factor_removed' && typeof details.secret === 'string') {
    await putFactor(client, user.id, details as unknown as StoredFactor)
  }
}

/** A registration that nobody confirmed gives way, or a free one would keep her address from her. */
async function takeBackAddress(client: pg.PoolClient, user: User, address: string): Promise<void> {
  const other = await findUserByEmail(client, address, true)
  if (other && other.id !== user.id) {
    if (other.email_confirmed_at) {
      throw new ApiError(409, 'email_exists', 'The address belongs to another account now')
    }
    await forgetUnconfirmed(client, other)
  }
  await setEmail(client, user.id, address)
}

/** The password that comes back is the one that proves her from now on; the one that goes must not answer for it. */
async function takeBackPassword(
  ctx: AuthContext,
  client: pg.PoolClient,
  user: User,
  hash: string,
): Promise<void> {
  await client.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    user.id,
    hash,
  ])
  await markMailedPassword(client, user.id, hash)
  await noteChange(ctx, client, user.id, 'password')
}
