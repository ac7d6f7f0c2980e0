import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import {
  audit,
  findUserByEmail,
  findUserById,
  isConfirmed,
  type User,
  userBody,
} from '../accounts/accounts.ts'
import { codeRules } from '../accounts/contact.ts'
import { beginEmailChange } from '../accounts/emailChange.ts'
import { draftUser, insertUser } from '../accounts/newAccount.ts'
import { assertAcceptable, hashPassword } from '../accounts/passwords.ts'
import { lockAddress } from '../accounts/signup.ts'
import { type AuthContext, inTransaction } from '../context.ts'
import { callerOf, metadata, normalizeEmail, parameter, parse, text, validationFailed } from '../http.ts'
import { verifyAddress, writeMail } from '../links/mails.ts'
import { issueSecrets, type MailedSecrets } from '../links/oneTimeTokens.ts'
import { allowedRedirect } from '../links/redirects.ts'
import { askBeforeUserCreated } from '../token/hook.ts'
import { emailExists } from './adminChanges.ts'

const LINKS = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
type LinkType = (typeof LINKS)[number]

const Link = z.object({
  type: text.nullish(),
  email: text.nullish(),
  new_email: text.nullish(),
  password: text.nullish(),
  data: metadata,
  redirect_to: text.nullish(),
})
const Invite = z.object({ email: text.nullish(), data: metadata })
const Query = z.object({ redirect_to: parameter })

/** `/admin/generate_link` and `/invite`: what is otherwise mailed, made for a caller with the service key. */
export function adminLinkRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.post('/admin/generate_link', async (request) => {
    const body = parse(Link, request.body)
    const query = parse(Query, request.query)
    const redirectTo = allowedRedirect(ctx.config, body.redirect_to || query.redirect_to)
    const { user, secrets, type } = await makeLink(ctx, body, request)
    return {
      ...userBody(user),
      action_link: verifyAddress(ctx.config, secrets.link, { type: verifiedAs(type), redirectTo }),
      email_otp: secrets.code,
      hashed_token: secrets.link,
      verification_type: type,
      redirect_to: redirectTo,
    }
  })

  app.post('/invite', async (request) => {
    const { email, data } = parse(Invite, request.body)
    const redirectTo = allowedRedirect(ctx.config, parse(Query, request.query).redirect_to)
    const address = normalizeEmail(email ?? '')
    const { user, secrets } = await inTransaction(ctx.authPool, (client) =>
      invite(ctx, client, { address, data }, request),
    )
    const link = { type: 'invite', redirectTo }
    ctx.mailer.send(writeMail(ctx.config, 'invite', address, { secrets, link }))
    return userBody(user)
  })
}

/** As `/verify` names it. */
const verifiedAs = (type: LinkType) => (type.startsWith('email_change') ? 'email_change' : type)

interface Made {
  user: User
  secrets: MailedSecrets
  type: LinkType
}

async function makeLink(
  ctx: AuthContext,
  body: z.output<typeof Link>,
  request: FastifyRequest,
): Promise<Made> {
  const address = normalizeEmail(body.email ?? '')
  const asked = LINKS.find((type) => type === body.type)
  if (!asked) throw validationFailed('Invalid email action link type requested')
  const { data } = body
  const encryptedPassword = asked === 'signup' ? await passwordOf(ctx, body.password, address) : ''
  return inTransaction(ctx.authPool, async (client) => {
    await lockAddress(client, { channel: 'email', address })
    const user = await findUserByEmail(client, address, true)
    const account = { address, data, encryptedPassword }
    switch (asked) {
      case 'invite':
        return { ...(await invite(ctx, client, account, request)), type: asked }
      case 'signup':
        return begin(ctx, client, { ...account, user }, request)
      case 'magiclink':
        if (!user) return begin(ctx, client, { ...account, user }, request)
        return recover(ctx, client, user, asked, request)
      case 'recovery':
        return recover(ctx, client, known(user), asked, request)
      default:
        return changeAddress(ctx, client, known(user), asked, normalizeEmail(body.new_email ?? ''))
    }
  })
}

async function passwordOf(ctx: AuthContext, password: string | null | undefined, address: string) {
  if (!password) throw validationFailed('Signup requires a valid password')
  await assertAcceptable(password, ctx.config.project.auth, [address])
  return hashPassword(password)
}

function known(user: User | undefined): User {
  if (!user) throw new ApiError(404, 'user_not_found', 'User with this email not found')
  return user
}

interface Account {
  address: string
  data: Record<string, unknown>
  encryptedPassword?: string
}

/** An account that waits for its confirmation: made, or the one that waits already. */
async function waiting(
  ctx: AuthContext,
  client: pg.PoolClient,
  { address, data, encryptedPassword = '', user }: Account & { user: User | undefined },
  request: FastifyRequest,
): Promise<string> {
  const contact = { channel: 'email' as const, address }
  if (user) {
    if (isConfirmed(user, contact)) throw emailExists()
    await client.query(
      `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2, encrypted_password = $3 where id = $1`,
      // A password that somebody typed before belongs to nobody that we know.
      [user.id, data, encryptedPassword],
    )
    return user.id
  }
  const draft = draftUser({ contact, encryptedPassword, metadata: data, confirmed: false })
  await askBeforeUserCreated(ctx, client, draft, callerOf(request))
  await insertUser(client, draft)
  return draft.id
}

async function begin(
  ctx: AuthContext,
  client: pg.PoolClient,
  account: Account & { user: User | undefined },
  request: FastifyRequest,
): Promise<Made> {
  const id = await waiting(ctx, client, account, request)
  const secrets = await confirmation(ctx, client, id, account.address)
  await audit(client, 'user_confirmation_requested', id, callerOf(request))
  return { user: (await findUserById(client, id))!, secrets, type: 'signup' }
}

async function invite(ctx: AuthContext, client: pg.PoolClient, account: Account, request: FastifyRequest) {
  await lockAddress(client, { channel: 'email', address: account.address })
  const user = await findUserByEmail(client, account.address, true)
  const id = await waiting(ctx, client, { ...account, encryptedPassword: '', user }, request)
  await client.query('update auth.users set invited_at = now() where id = $1', [id])
  const secrets = await confirmation(ctx, client, id, account.address)
  await audit(client, 'user_invited', id, callerOf(request))
  return { user: (await findUserById(client, id))!, secrets }
}

function confirmation(ctx: AuthContext, client: pg.PoolClient, id: string, address: string) {
  return issueSecrets(client, id, 'confirmation', { ...codeRules(ctx, address), pkce: false })
}

async function recover(
  ctx: AuthContext,
  client: pg.PoolClient,
  user: User,
  type: LinkType,
  request: FastifyRequest,
): Promise<Made> {
  const secrets = await issueSecrets(client, user.id, 'recovery', {
    ...codeRules(ctx, user.email!),
    pkce: false,
  })
  await audit(client, 'user_recovery_requested', user.id, callerOf(request))
  return { user: (await findUserById(client, user.id))!, secrets, type }
}

async function changeAddress(
  ctx: AuthContext,
  client: pg.PoolClient,
  user: User,
  type: 'email_change_current' | 'email_change_new',
  to: string,
): Promise<Made> {
  const change = await beginEmailChange(ctx, client, user, to, undefined)
  if (change.isTaken) throw emailExists()
  const secrets = type === 'email_change_new' ? change.next : change.current
  return { user: (await findUserById(client, user.id))!, secrets, type }
}
