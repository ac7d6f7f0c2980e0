import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { audit, findUserById, SELECT_USERS, type User, userBody } from '../accounts/accounts.ts'
import { draftUser, insertUser } from '../accounts/newAccount.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { dropFactor } from '../factors/factors.ts'
import { callerOf, parameter, parse, text, validationFailed } from '../http.ts'
import { askBeforeUserCreated } from '../token/hook.ts'
import { Attributes, applyWanted, assertFree, putIdentity, readWanted, type Wanted } from './adminChanges.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const Page = z.object({ page: parameter, per_page: parameter, filter: parameter })
const Deletion = z.object({ should_soft_delete: z.boolean().nullish() })
const FactorChange = z.object({ friendly_name: text.pipe(z.string().max(100)).nullish() })
const PER_PAGE = 50
const MOST_PER_PAGE = 1_000
/** Stands in for an address that has an account already; nobody's, so it is not shown. */
const NO_SHADOW = `u.deleted_at is null and coalesce(u.email, '') not like '%@shadow.invalid'`

type OfUser = FastifyRequest<{ Params: { id: string; factor: string } }>

/** `/admin/users` and what lies below. */
export function adminUserRoutes(app: FastifyInstance, ctx: AuthContext): void {
  const { authPool } = ctx
  app.get('/admin/users', (request, reply) => listUsers(ctx, request, reply))

  app.post('/admin/users', async (request) => {
    const wanted = await readWanted(ctx, parse(Attributes, request.body))
    if (!wanted.email && !wanted.phone)
      throw validationFailed('Cannot create a user without either an email or phone')
    return userBody(await inTransaction(authPool, (client) => makeUser(ctx, client, wanted, request)))
  })

  app.get('/admin/users/:id', async (request: OfUser) => userBody(await findHer(ctx, request)))

  app.put('/admin/users/:id', async (request: OfUser) => {
    const wanted = await readWanted(ctx, parse(Attributes, request.body))
    const user = await inTransaction(authPool, async (client) => {
      const found = await findHer(ctx, request, client)
      await assertFree(client, wanted, found.id)
      await applyWanted(ctx, client, found, wanted)
      await audit(client, 'user_modified', found.id, callerOf(request))
      return (await findUserById(client, found.id))!
    })
    return userBody(user)
  })

  app.delete('/admin/users/:id', async (request: OfUser) => {
    const { should_soft_delete: isSoft } = parse(Deletion, request.body)
    await inTransaction(authPool, async (client) => {
      const { id } = await findHer(ctx, request, client)
      if (isSoft) await forget(client, id)
      else {
        await client.query('delete from auth.flow_state where user_id = $1', [id])
        await client.query('delete from auth.users where id = $1', [id])
      }
      await audit(client, 'user_deleted', id, callerOf(request))
    })
    return {}
  })

  app.get('/admin/users/:id/factors', async (request: OfUser) => (await findHer(ctx, request)).factors)

  app.put('/admin/users/:id/factors/:factor', async (request: OfUser) => {
    const factor = await findFactor(ctx, request)
    const { friendly_name: name } = parse(FactorChange, request.body)
    if (!name) return factor
    await authPool.query('update auth.mfa_factors set friendly_name = $2, updated_at = now() where id = $1', [
      factor.id,
      name,
    ])
    return { ...factor, friendly_name: name }
  })

  app.delete('/admin/users/:id/factors/:factor', async (request: OfUser) => {
    const factor = await findFactor(ctx, request)
    await inTransaction(authPool, (client) =>
      dropFactor(ctx, client, { ...factor, userId: request.params.id }, callerOf(request)),
    )
    return factor
  })
}

/** @throws ApiError 404 `validation_failed`, `user_not_found` */
async function findHer(ctx: AuthContext, request: OfUser, client?: pg.PoolClient): Promise<User> {
  const { id } = request.params
  if (!UUID.test(id)) throw validationFailed('user_id must be an UUID', 404)
  const user = await findUserById(client ?? ctx.authPool, id, client !== undefined)
  if (!user) throw new ApiError(404, 'user_not_found', 'User not found')
  return user
}

async function findFactor(ctx: AuthContext, request: OfUser) {
  const user = await findHer(ctx, request)
  if (!UUID.test(request.params.factor)) throw validationFailed('factor_id must be an UUID', 404)
  const factor = user.factors.find(({ id }) => id === request.params.factor)
  if (!factor) throw new ApiError(404, 'mfa_factor_not_found', 'Factor not found')
  return factor
}

async function listUsers(ctx: AuthContext, request: FastifyRequest, reply: FastifyReply) {
  const { page, per_page: size, filter } = parse(Page, request.query)
  const number = whole(page, 1)
  const perPage = Math.min(whole(size, PER_PAGE), MOST_PER_PAGE)
  const condition = `${NO_SHADOW} and ($1 = '' or position(lower($1) in coalesce(u.email, '')) > 0
    or position(lower($1) in lower(coalesce(u.raw_user_meta_data ->> 'full_name', ''))) > 0)`
  const [found, counted] = await Promise.all([
    ctx.authPool.query<User>(
      `${SELECT_USERS} where ${condition} order by u.created_at desc, u.id limit $2 offset $3`,
      [filter, perPage, (number - 1) * perPage],
    ),
    ctx.authPool.query<{ total: number }>(
      `select count(*)::int as total from auth.users u where ${condition}`,
      [filter],
    ),
  ])
  const { total } = counted.rows[0]!
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  reply.headers({
    'x-total-count': String(total),
    link: [...(number < last ? [link(number + 1, 'next')] : []), link(last, 'last')].join(', '),
  })
  return { users: found.rows.map(userBody), aud: 'authenticated' }
}

/** @throws ApiError 400 `validation_failed` */
function whole(value: string, fallback: number): number {
  if (value === '') return fallback
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > 2 ** 31)
    throw validationFailed('Bad Pagination Parameters: not a positive number')
  return number
}

/** The project's own rules for new accounts hold here too. */
async function makeUser(
  ctx: AuthContext,
  client: pg.PoolClient,
  wanted: Wanted,
  request: FastifyRequest,
): Promise<User> {
  const { email, phone, encryptedPassword = '', attributes } = wanted
  const contact = { channel: email ? ('email' as const) : ('phone' as const), address: (email ?? phone)! }
  const draft = draftUser({
    contact,
    encryptedPassword,
    metadata: attributes.user_metadata ?? {},
    confirmed: false,
  })
  if (attributes.id) renumber(draft, attributes.id)
  await assertFree(client, wanted, undefined)
  if (await findUserById(client, draft.id))
    throw new ApiError(422, 'user_already_exists', 'A user with this id already exists')
  await askBeforeUserCreated(ctx, client, draft, callerOf(request))
  await insertUser(client, draft)
  if (email && phone) {
    await client.query('update auth.users set phone = $2 where id = $1', [draft.id, phone])
    await putIdentity(client, draft.id, 'phone', { phone })
  }
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])]
  await applyWanted(ctx, client, (await findUserById(client, draft.id))!, {
    banSeconds: wanted.banSeconds,
    attributes: {
      ...attributes,
      user_metadata: undefined,
      app_metadata: { providers, ...attributes.app_metadata },
    },
  })
  await audit(client, 'user_signedup', draft.id, callerOf(request))
  return (await findUserById(client, draft.id))!
}

function renumber(draft: User, id: string): void {
  draft.id = id
  for (const identity of draft.identities)
    Object.assign(identity, {
      provider_id: id,
      user_id: id,
      identity_data: { ...identity.identity_data, sub: id },
    })
}

/** The row stays for what refers to it; nothing in it says who she was, and nobody enters it. */
async function forget(client: pg.PoolClient, id: string): Promise<void> {
  const nobody = `${randomBytes(20).toString('hex')}@deleted.invalid`
  await client.query(
    `update auth.users set deleted_at = now(), email = $2, phone = null, encrypted_password = '', raw_user_meta_data = '{}',
       raw_app_meta_data = '{}', email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
       email_change_token_new = '', email_change_token_current = '', phone_change_token = '', reauthentication_token = '',
       updated_at = now() where id = $1`,
    [id, nobody],
  )
  for (const table of ['identities', 'mfa_factors', 'sessions', 'one_time_tokens', 'flow_state'])
    await client.query(`delete from auth.${table} where user_id = $1`, [id])
}
