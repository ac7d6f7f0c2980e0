import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { AuthContext, Caller } from './context.ts'
import type { LimitedCall } from './limits.ts'

/** A plain word: whoever looks through the browser learns nothing from it. */
const COOKIE = 'equipo'
const DEVICE = /(?:^|;\s*)equipo=([A-Za-z0-9_-]{22})(?:\.([A-Za-z0-9_-]{22}))?(?=;|$)/g
export const DEVICE_LIFETIME_SECONDS = 30 * 24 * 3_600

/** Where it goes: the grants, and the calls that send mails. */
const PATH = '/auth/v1'

/** As long a turn that was replaced still counts: an answer may be lost, and two tabs may ask at once. */
const TURN_GRACE_SECONDS = 60

/** What a browser shows of itself: its mark, which stays, and its turn, which changes with every use. */
export interface ShownDevice {
  mark: string
  turn: string | undefined
}

/**
 * The random mark of a device on which somebody has signed in before; undefined for any other.
 * It opens nothing: a device that signed in to an account before only waits for its own wrong passwords and mails.
 */
export function deviceOf(request: FastifyRequest): string | undefined {
  return shownBy(request)?.mark
}

/** Mark and turn that a request brings; one that has both goes before one of an earlier version without a turn. */
export function shownBy(request: FastifyRequest): ShownDevice | undefined {
  const shown = [...(request.headers.cookie ?? '').matchAll(DEVICE)].map(([, mark, turn]) => ({
    mark: mark!,
    turn,
  }))
  return shown.find(({ turn }) => turn !== undefined) ?? shown[0]
}

/** Knows the device for this account, so that neither somebody else's wrong passwords nor his requests for mails keep her out here. */
export async function rememberDevice(
  { limits }: AuthContext,
  account: string,
  request: FastifyRequest,
): Promise<void> {
  // The browser has the mark once this answer has arrived.
  const mark = request.issuedDevice?.split('.')[0] ?? deviceOf(request)
  if (mark !== undefined) await limits.rememberDevice(account, mark)
}

/**
 * Under which name her wrong codes of a second factor are counted: a device on which she has shown it before has a count of
 * its own, so that nobody who knows her password alone keeps her from showing it there.
 */
export async function factorAttempts(
  { limits, authPool }: AuthContext,
  userId: string,
  device: string | undefined,
): Promise<string> {
  const account = `factor:${userId}`
  const attempts = await limits.attemptsOf(account, device)
  if (device === undefined || attempts !== account) return attempts
  // Who showed it before devices were counted apart: one of her sessions there says so.
  const { rows } = await authPool.query(
    `select from auth.sessions s join local_server.devices d on s.tag = $3 || d.id
     where s.user_id = $1 and s.aal = 'aal2' and d.mark_hash = $2 limit 1`,
    [userId, hashOf(device), TAG],
  )
  if (rows.length === 0) return account
  await limits.rememberDevice(account, device)
  return limits.attemptsOf(account, device)
}

/** Knows the device for her second factor, once its code was right there. */
export async function rememberFactorDevice(
  { limits }: AuthContext,
  userId: string,
  device: string | undefined,
): Promise<void> {
  if (device !== undefined) await limits.rememberDevice(`factor:${userId}`, device)
}

/**
 * Counts a request that sends a mail: by the network address, or, on a device on which she signed in before, by itself,
 * so that nobody who shares her address keeps her from it.
 * @throws ApiError 429 `over_request_rate_limit`
 */
export async function countCall(
  { limits }: AuthContext,
  call: LimitedCall,
  request: FastifyRequest,
): Promise<void> {
  const { email } = (request.body ?? {}) as { email?: unknown }
  const account = typeof email === 'string' ? email.trim().toLowerCase() : ''
  const asker = await limits.askerOf(account, deviceOf(request))
  await limits.countCall(call, asker === undefined ? request.ip : `${account}:${asker}`)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Mark and turn that go out with the answer. */
    issuedDevice: string | undefined
  }
}

/** Sends the cookie of a device with whatever answer it was issued for, and with no refusal. */
export function sendIssuedDevices(app: FastifyInstance, { config }: AuthContext): void {
  const secure = config.siteUrl.startsWith('https:') ? '; Secure' : ''
  app.decorateRequest('issuedDevice', undefined)
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.issuedDevice === undefined || reply.statusCode >= 400) return
    reply.header(
      'Set-Cookie',
      `${COOKIE}=${request.issuedDevice}; Path=${PATH}; Max-Age=${DEVICE_LIFETIME_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
    )
  })
}

/** What `auth.sessions.tag` says of a session's device; other tags are not ours. */
const TAG = 'device:'

interface Device {
  id: string
  seed: string
  turn: number
  /** Whether its turn was replaced so recently that the one before still counts. */
  turned_just_now: boolean
}

/**
 * The device that a session belongs to, as `auth.sessions.tag`; hands the browser its next turn. A turn counts once, so a mark
 * that was copied into a second browser stays with whichever is quicker, and the other becomes a device of its own: nobody
 * hides behind hers for longer than until the next renewal of either. A client that never brought a mark back keeps the device it has.
 *
 * @param current the tag that the session has had so far
 * @returns the tag that it is to have; `current` where the request can carry no mark (links that mails and providers lead to)
 */
export async function deviceTag(
  client: pg.PoolClient,
  caller: Caller,
  current: string | null = null,
): Promise<string | null> {
  const { shown, issue } = caller
  if (!issue) return current
  const known = shown && (await findDevice(client, shown))
  if (shown && known) {
    const turn = known.turned_just_now ? known.turn : known.turn + 1
    await client.query(
      `update local_server.devices set returned = true, seen_at = now(), turn = $2,
         turned_at = case when turn = $2 then turned_at else now() end
       where id = $1`,
      [known.id, turn],
    )
    issue(`${shown.mark}.${turnOf(known.seed, turn)}`)
    return TAG + known.id
  }
  return TAG + (await newDevice(client, issue, current))
}

/** Makes a device, or gives the one of a client that keeps no cookies another mark. @returns its id */
async function newDevice(
  client: pg.PoolClient,
  issue: (value: string) => void,
  current: string | null,
): Promise<string> {
  const mark = randomBytes(16).toString('base64url')
  const seed = randomBytes(16).toString('base64url')
  const { rows } = await client.query<{ id: string }>(
    `with kept as (
       update local_server.devices set mark_hash = $1, seed = $2, turn = 0, turned_at = now(), seen_at = now()
       where id = $3 and not returned returning id
     ), made as (
       insert into local_server.devices (id, mark_hash, seed) select $4, $1, $2 where not exists (select from kept)
       returning id
     )
     select id from kept union all select id from made`,
    [hashOf(mark), seed, current?.startsWith(TAG) ? current.slice(TAG.length) : null, randomUUID()],
  )
  issue(`${mark}.${turnOf(seed, 0)}`)
  return rows[0]!.id
}

/** The device that shows a turn which counts; its row is locked, so that two requests take one turn after the other. */
async function findDevice(client: pg.PoolClient, { mark, turn }: ShownDevice): Promise<Device | undefined> {
  if (turn === undefined) return undefined
  const { rows } = await client.query<Device>(
    `select id, seed, turn, turned_at > clock_timestamp() - make_interval(secs => $2) as turned_just_now
     from local_server.devices where mark_hash = $1 for update`,
    [hashOf(mark), TURN_GRACE_SECONDS],
  )
  const device = rows[0]
  if (!device) return undefined
  const counting = device.turned_just_now ? [device.turn, device.turn - 1] : [device.turn]
  return counting.some((number) => equal(turnOf(device.seed, number), turn)) ? device : undefined
}

const hashOf = (mark: string) => createHash('sha256').update(mark).digest('base64url')

const turnOf = (seed: string, number: number) =>
  createHmac('sha256', seed).update(String(number)).digest('base64url').slice(0, 22)

function equal(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
