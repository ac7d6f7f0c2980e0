import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimits } from '../config/projectConfig.ts'
import type { Query } from '../db/pipeline.ts'
import { ApiError } from '../http/errors.ts'
import { networkOf } from '../limits/network.ts'
import { DEVICE_LIFETIME_SECONDS, tooManyRequests } from './http.ts'

const FIVE_MINUTES = 300
const HOUR = 3_600

/** Requests in five minutes (of `anonymous`, in an hour) from one network address. Source: docs/api.md#auth-limits. */
const PER_ADDRESS = {
  token: 150,
  signup: 30,
  verify: 30,
  otp: 30,
  recover: 30,
  resend: 30,
  sso: 30,
  authorize: 60,
  user: 30,
  notices: 30,
  anonymous: 30,
} as const
export type LimitedCall = keyof typeof PER_ADDRESS

/** Right passwords for one account, or for one device of hers, in five minutes: each opens a session. */
const SIGN_INS = 60
/** Wrong passwords for one account before each further one makes the next attempt wait. */
const FREE_FAILURES = 10
const FIRST_WAIT = 15
const LONGEST_WAIT = 900
/** Wrong codes for one address in ten minutes, the lifetime of a code: a one-in-100,000 chance to guess one. */
const CODE_ATTEMPTS = 10
const CODE_WINDOW = 600
/** Attempts to give the code of a second factor. Source: docs/api.md#auth-limits. */
const FACTOR_ATTEMPTS = 15
const FACTOR_WINDOW = 60
/** Messages to one telephone in an hour: each costs somebody money. */
const SMS_PER_HOUR = 10
const DAY = 24 * HOUR
/** Under which name messages in all are counted: no address is written so. */
const EVERYBODY = 'everybody'
/**
 * Seconds from one mail that nobody proved to want to the next to the same address, of all kinds together; the last one
 * holds for the rest of the day, and the least is the project's own. So an address gets fourteen a day at most, the last
 * of them hours apart, and a stranger who asks for them in her name never shuts her out for longer than three hours.
 */
const MAIL_WAITS = [0, 60, 120, 600, 1_800, HOUR, 2 * HOUR, 3 * HOUR] as const

/** One attempt to sign in, as it is counted: read before the password is compared. */
export interface Attempt {
  /** Under which name wrong passwords are counted: the account's, or that of a device on which she signed in before. */
  name: string
  isKnown: boolean
  /** @throws ApiError 429 where too many were refused at this network address */
  assertAddress(): void
  /** @throws ApiError 429 while the account has to wait after wrong passwords */
  assertMayTry(): void
}

/** Adds one to a count, or begins it anew: $1 its key, $2 when a count that begins now ends, $3 now. As the package does it. */
const COUNT = `insert into local_server.rate_limits as l (key, points, expire) values ($1, 1, $2) on conflict (key) do update set
  points = case when l.expire <= $3 then 1 else l.points + 1 end,
  expire = case when l.expire <= $3 then $2 else l.expire end`

/**
 * Counts requests by network address and by account, in the database, so that all processes count together; in memory
 * while the database cannot be reached. Accounts are counted whether they exist or not: a limit betrays nothing.
 */
export class Limits {
  private readonly calls: Record<LimitedCall, RateLimiterPostgres>
  private readonly signIns: RateLimiterPostgres
  private readonly failures: RateLimiterPostgres
  private readonly waits: RateLimiterPostgres
  private readonly devices: RateLimiterPostgres
  private readonly codes: RateLimiterPostgres
  private readonly mailGap: RateLimiterPostgres
  private readonly mailDay: RateLimiterPostgres
  private readonly smsGap: RateLimiterPostgres
  private readonly smsHour: RateLimiterPostgres
  /** How far the clock was ahead of the monotonic one. */
  private ahead = Date.now() - performance.now()
  /** Of all messages together, where the project bounds them. */
  private readonly inAll: Readonly<Partial<Record<'mails' | 'sms', RateLimiterPostgres>>>
  private readonly factors: RateLimiterPostgres

  /**
   * @param options.secret keys the hashes under which addresses are counted
   * @param options.factor multiplies every limit
   * @param options.mailGapSeconds least time between two mails of one kind to one address
   * @param options.smsGapSeconds least time between two messages to one telephone
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly options: {
      secret: string
      factor: number
      mailGapSeconds: number
      smsGapSeconds: number
      /** What the project says otherwise of one network address, and of messages in all. */
      ofProject?: RateLimits
    },
  ) {
    const limiter = (name: string, points: number, duration: number, more = { refuseInMemory: false }) =>
      createLimiter(pool, {
        name,
        points: Math.max(1, Math.round(points * options.factor)),
        duration,
        ...more,
      })
    this.calls = Object.fromEntries(
      Object.entries(PER_ADDRESS).map(([call, points]) => [
        call,
        // Who is over the limit is then refused without asking the database again.
        limiter(
          call,
          options.ofProject?.[call as keyof RateLimits] ?? points,
          call === 'anonymous' ? HOUR : FIVE_MINUTES,
          { refuseInMemory: true },
        ),
      ]),
    ) as Record<LimitedCall, RateLimiterPostgres>
    this.signIns = limiter('sign-ins', SIGN_INS, FIVE_MINUTES)
    this.failures = limiter('failures', FREE_FAILURES, HOUR)
    this.waits = limiter('waits', 1, LONGEST_WAIT)
    this.devices = limiter('devices', 1, DEVICE_LIFETIME_SECONDS)
    this.codes = limiter('codes', CODE_ATTEMPTS, CODE_WINDOW)
    this.mailGap = limiter('gap', 1, options.mailGapSeconds)
    this.mailDay = limiter('mails', 1, DAY)
    this.smsGap = limiter('sms gap', 1, options.smsGapSeconds)
    this.smsHour = limiter('sms', SMS_PER_HOUR, HOUR)
    this.factors = limiter('factors', FACTOR_ATTEMPTS, FACTOR_WINDOW)
    const { emailSent, smsSent } = options.ofProject ?? {}
    this.inAll = {
      mails: emailSent === undefined ? undefined : limiter('mails in all', emailSent, HOUR),
      sms: smsSent === undefined ? undefined : limiter('sms in all', smsSent, HOUR),
    }
  }

  /**
   * Counts one request.
   * @param caller a network address, or who is known to call: then others at her address count for nothing
   * @throws ApiError 429 `over_request_rate_limit`
   */
  async countCall(call: LimitedCall, caller: string): Promise<void> {
    this.forgetWhereMoved()
    await this.consume(this.calls[call], networkOf(caller))
  }

  /**
   * Does `work` and counts it for the network address only if it is refused: thousands of members come from one address of
   * a carrier, and those who come in must not use up what those who guess are allowed.
   * @param refuseBeyond whether an address that is over its limit is refused before the work: where the work is to try what can
   *   be guessed. Where nothing can be guessed (secrets of 120 bits and more) who holds the right one comes in all the same
   * @throws ApiError 429 `over_request_rate_limit`, and whatever `work` throws
   */
  async countRefusals<T>(
    call: LimitedCall,
    ip: string,
    refuseBeyond: boolean,
    work: () => Promise<T>,
  ): Promise<T> {
    const limiter = this.calls[call]
    const key = this.keyOf(networkOf(ip))
    if (refuseBeyond) {
      const counted = await limiter.get(key)
      if (counted && counted.consumedPoints >= limiter.points) throw requestLimit(counted.msBeforeNext)
    }
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
      if (consumedPoints > limiter.points) throw requestLimit(msBeforeNext)
      throw error
    }
  }

  /**
   * What is counted about one attempt to sign in, as one statement.
   * @param device the mark that the browser shows
   */
  attemptQuery(account: string, device: string | undefined, ip: string): Query {
    const names = device === undefined ? [account] : [account, `${account}:${device}`]
    const keys = names.flatMap((name) => [this.rowOf(this.devices, name), this.rowOf(this.waits, name)])
    return {
      text: `select key, points, expire::float8 as expire from local_server.rate_limits
        where key = any($1) and (expire > $2 or expire is null)`,
      values: [[...keys, this.rowOf(this.calls.token, networkOf(ip))], Date.now()],
    }
  }

  /** @param rows what `attemptQuery` gave for the same attempt */
  readAttempt(
    rows: readonly Record<string, unknown>[],
    account: string,
    device: string | undefined,
    ip: string,
  ): Attempt {
    const counted = new Map(rows.map((row) => [row.key, row as { points: number; expire: number }]))
    const own = `${account}:${device}`
    const isKnown = device !== undefined && counted.has(this.rowOf(this.devices, own))
    const name = isKnown ? own : account
    const waiting = counted.get(this.rowOf(this.waits, name))
    const calls = counted.get(this.rowOf(this.calls.token, networkOf(ip)))
    const isOver = calls !== undefined && calls.points >= this.calls.token.points
    return {
      name,
      isKnown,
      assertAddress: () => {
        if (isOver) throw requestLimit(calls.expire - Date.now())
      },
      assertMayTry: () => {
        if (waiting) throw requestLimit(waiting.expire - Date.now())
      },
    }
  }

  /**
   * Counts a right password and forgets the wrong ones before it, unless there were too many right ones.
   * @returns a statement; `assertSignIn` reads what it gives
   */
  signInQuery(attempts: string): Query {
    const { key, until, now } = this.counting(this.signIns, attempts)
    return {
      text: `with counted as (${COUNT} returning points, expire::float8 as expire), forgotten as (
          delete from local_server.rate_limits where key = $4 and (select points from counted) <= $5)
        select points, expire from counted`,
      values: [key, until, now, this.rowOf(this.failures, attempts), this.signIns.points],
    }
  }

  /** @throws ApiError 429 `over_request_rate_limit` */
  assertSignIn([row]: readonly Record<string, unknown>[]): void {
    const { points, expire } = row as { points: number; expire: number }
    if (points > this.signIns.points) throw requestLimit(expire - Date.now())
  }

  /**
   * A known device has its own counter of wrong passwords, so that an attacker cannot lock the owner out.
   * @returns under which name they are counted
   */
  async attemptsOf(account: string, device: string | undefined): Promise<string> {
    if (device === undefined) return account
    const known = await this.devices.get(this.keyOf(`${account}:${device}`))
    return known && known.msBeforeNext > 0 ? `${account}:${device}` : account
  }

  /** Notes that she signed in on this device. */
  async rememberDevice(account: string, device: string): Promise<void> {
    await this.devices.set(this.keyOf(`${account}:${device}`), 1, DEVICE_LIFETIME_SECONDS)
  }

  /** The statement of `rememberDevice`, to be sent together with others. */
  rememberDeviceQuery(account: string, device: string): Query {
    const { key, until } = this.counting(this.devices, `${account}:${device}`)
    return {
      text: `insert into local_server.rate_limits (key, points, expire) values ($1, 1, $2)
        on conflict (key) do update set points = 1, expire = excluded.expire`,
      values: [key, until],
    }
  }

  /** @throws ApiError 429 while the account has to wait after wrong passwords */
  async assertMayTryPassword(account: string): Promise<void> {
    const waiting = await this.waits.get(this.keyOf(account))
    if (waiting && waiting.msBeforeNext > 0) throw requestLimit(waiting.msBeforeNext)
  }

  /** Counts a wrong password; from the tenth in an hour on, each doubles the wait before the next attempt. */
  wrongPasswordQuery(account: string): Query {
    const { key, until, now } = this.counting(this.failures, account)
    return {
      text: `with counted as (${COUNT} returning points)
        insert into local_server.rate_limits (key, points, expire)
        select $4, 2, $3::bigint + 1000 * least($6::int, $7::int * power(2, least(points - $5, 10)))::bigint
        from counted where points >= $5
        on conflict (key) do update set points = 2, expire = excluded.expire`,
      values: [
        key,
        until,
        now,
        this.rowOf(this.waits, account),
        this.failures.points,
        LONGEST_WAIT,
        FIRST_WAIT,
      ],
    }
  }

  /** As `wrongPasswordQuery`, by itself. */
  async countWrongPassword(account: string): Promise<void> {
    const { text, values } = this.wrongPasswordQuery(account)
    await this.pool.query(text, values as unknown[])
  }

  /** The right password: earlier failures count no more. */
  async forgetWrongPasswords(account: string): Promise<void> {
    await this.failures.delete(this.keyOf(account))
  }

  /** Counts an attempt to give a mailed code. @throws ApiError 429 `over_request_rate_limit` */
  async countCode(email: string): Promise<void> {
    await this.consume(this.codes, email)
  }

  /**
   * Counts an attempt to give the code of a second factor.
   * @param attempts under which name: the account's, or that of a device where she has shown it before
   * @throws ApiError 429 `over_request_rate_limit`
   */
  async countFactor(attempts: string): Promise<void> {
    await this.consume(this.factors, attempts)
  }

  /**
   * Counts one mail to an address: all kinds together, since it is one woman who gets them, and to an account or to
   * nobody alike, by whichever of its names. Each makes the next wait longer, see `MAIL_WAITS`. Notices of security are not counted here.
   * @param requester who is known to want it: a device on which she signed in before, or her own session. What they ask for has
   *   a count of its own, for each kind, so that nobody else can use it up
   * @returns takes it back, for a request that fails afterwards
   * @throws ApiError 429 `over_email_send_rate_limit`
   */
  async countMail(kind: string, email: string, requester?: string): Promise<() => Promise<void>> {
    const subject = requester === undefined ? mailboxOf(email) : `${email}:${requester}:${kind}`
    const key = this.keyOf(subject)
    const takeBack = await this.countMessage('mails', [[this.mailGap, subject]])
    const { consumedPoints } = await this.mailDay.penalty(key)
    const place = Math.floor((consumedPoints - 1) / this.options.factor)
    const wait = MAIL_WAITS[Math.min(Math.max(place, 0), MAIL_WAITS.length - 1)]!
    const isLonger = wait > this.options.mailGapSeconds
    if (isLonger) await this.mailGap.block(key, wait)
    return async () => {
      await this.mailDay.reward(key)
      await takeBack()
      if (isLonger) await this.mailGap.delete(key)
    }
  }

  /**
   * As whom a device asks for mails to an address.
   * @returns undefined for a device on which nobody signed in to that account before
   */
  async requesterOf(account: string, device: string | undefined): Promise<string | undefined> {
    return (await this.attemptsOf(account, device)) === account ? undefined : device
  }

  /**
   * Counts one text message to a telephone.
   * @returns takes it back, for a request that fails afterwards
   * @throws ApiError 429 `over_sms_send_rate_limit`
   */
  countSms(phone: string): Promise<() => Promise<void>> {
    return this.countMessage('sms', [
      [this.smsGap, phone],
      [this.smsHour, phone],
    ])
  }

  private async countMessage(
    kind: 'mails' | 'sms',
    counters: [limiter: RateLimiterPostgres, subject: string][],
  ): Promise<() => Promise<void>> {
    const code = kind === 'mails' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit'
    try {
      for (const [limiter, subject] of counters) await limiter.consume(this.keyOf(subject))
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
      const words = `For security purposes, you can only request this after ${seconds} seconds.`
      throw tooManyRequests(code, words, reason.msBeforeNext)
    }
    const total = this.inAll[kind]
    const takeBack = async () => {
      await Promise.all(counters.map(([limiter, subject]) => limiter.reward(this.keyOf(subject))))
      await total?.reward(this.keyOf(EVERYBODY))
    }
    try {
      await total?.consume(this.keyOf(EVERYBODY))
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      await takeBack()
      const words = kind === 'mails' ? 'email rate limit exceeded' : 'SMS rate limit exceeded'
      throw tooManyRequests(code, words, reason.msBeforeNext)
    }
    return takeBack
  }

  /** Who is refused from memory is so until a moment of the clock: set back by days, it would be for days. */
  private forgetWhereMoved(): void {
    const ahead = Date.now() - performance.now()
    if (Math.abs(ahead - this.ahead) > 2_000) {
      for (const limiter of Object.values(this.calls)) limiter.deleteInMemoryBlockedAll()
    }
    this.ahead = ahead
  }

  private async consume(limiter: RateLimiterPostgres, subject: string): Promise<void> {
    try {
      await limiter.consume(this.keyOf(subject))
    } catch (reason) {
      if (reason instanceof RateLimiterRes) throw requestLimit(reason.msBeforeNext)
      throw reason
    }
  }

  /** What the statements of a count need: its row, and when a count that begins now ends. */
  private counting(limiter: RateLimiterPostgres, subject: string) {
    const now = Date.now()
    return { key: this.rowOf(limiter, subject), until: now + limiter.msDuration, now }
  }

  /** The key of a limiter's row, as the package writes it. */
  private rowOf(limiter: RateLimiterPostgres, subject: string): string {
    return limiter.getKey(this.keyOf(subject))
  }

  /** Neither addresses of people nor of machines are kept in the table, only what they hash to under our key. */
  private keyOf(subject: string): string {
    return createHmac('sha256', this.options.secret)
      .update(`limits:${subject}`)
      .digest('base64url')
      .slice(0, 22)
  }
}

/**
 * The mailbox that an address reaches, as far as the address shows: what stands behind a `+` is the same one, and so are the dots
 * of Gmail. Source: RFC 5233, "Subaddress Extension"; Gmail Help, "Dots don't matter in Gmail addresses".
 */
function mailboxOf(email: string): string {
  const [, name = '', domain = ''] = /^([^+]+)(?:\+.*)?@(.+)$/.exec(email.toLowerCase()) ?? []
  if (!name) return email
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`
  return `${name}@${domain}`
}

function createLimiter(
  pool: pg.Pool,
  options: { name: string; points: number; duration: number; refuseInMemory: boolean },
): RateLimiterPostgres {
  const { name: keyPrefix, points, duration } = options
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'local_server',
    tableName: 'rate_limits',
    tableCreated: true,
    // cleanup.ts does it, once for all of them.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
    inMemoryBlockOnConsumed: options.refuseInMemory ? points : undefined,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration }),
  })
}

function requestLimit(waitMs: number) {
  return tooManyRequests('over_request_rate_limit', 'Request rate limit reached', waitMs)
}
