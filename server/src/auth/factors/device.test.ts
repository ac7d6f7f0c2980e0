import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  call,
  type Harness,
  type Member,
  makeMember,
  startHarness,
} from '../../../testing/auth.ts'
import { clearExpired } from '../cleanup.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ auth: { notices: { page: '/no-fui-yo' } } })
})
afterAll(() => harness?.close())

/** A browser: it keeps the cookie that it is given and shows it wherever it belongs. */
class Browser {
  cookie: string | undefined
  session: { access_token: string; refresh_token: string } | undefined

  private async post(path: string, body: unknown): Promise<Answer> {
    const answer = await call(harness.app, {
      path,
      body,
      headers: this.cookie ? { cookie: this.cookie } : {},
    })
    const given = answer.headers['set-cookie']
    if (given) this.cookie = String(given).split(';')[0]
    if (answer.status === 200) this.session = answer.body
    return answer
  }

  signIn = ({ email, password }: Member) => this.post('/token?grant_type=password', { email, password })

  renew = () => this.post('/token?grant_type=refresh_token', { refresh_token: this.session!.refresh_token })
}

/** The device of each open session of hers, oldest first. */
async function devicesOf({ id }: Member): Promise<(string | null)[]> {
  const { rows } = await harness.owner.query<{ tag: string | null }>(
    'select tag from auth.sessions where user_id = $1 order by created_at',
    [id],
  )
  return rows.map(({ tag }) => tag)
}

/** Members are made through the API, by a client of their own that is none of these browsers. */
async function newMember(): Promise<Member> {
  const member = await makeMember(harness)
  await harness.owner.query('delete from auth.sessions where user_id = $1', [member.id])
  return member
}

/** Moves the replacement of a device's turn back by more than the minute in which the old one still counts. */
const wait = () =>
  harness.owner.query(`update local_server.devices set turned_at = turned_at - interval '61 seconds'`)

describe('the device of a session', () => {
  it('is the same for every session in one browser, and another in each other browser', async () => {
    const ana = await newMember()
    const [phone, laptop] = [new Browser(), new Browser()]
    for (const browser of [phone, laptop, phone]) await browser.signIn(ana)
    const [first, second, third] = await devicesOf(ana)
    expect(first).toMatch(/^device:[0-9a-f-]{36}$/)
    expect(third).toBe(first)
    expect(second).not.toBe(first)
  })

  it('stays through renewals, also of two tabs at once and after an answer that got lost', async () => {
    const ana = await newMember()
    const phone = new Browser()
    await phone.signIn(ana)
    const [device] = await devicesOf(ana)
    for (let hour = 0; hour < 3; hour++) {
      await wait()
      const before = phone.cookie
      await phone.renew()
      expect(phone.cookie, 'a turn counts once').not.toBe(before)
      // The response with the next turn was lost, or reached another tab.
      phone.cookie = before
      await phone.renew()
      expect(await devicesOf(ana)).toEqual([device])
    }
  })

  it('stays where the answer to a renewal was lost long ago', async () => {
    const ana = await newMember()
    const phone = new Browser()
    await phone.signIn(ana)
    await phone.renew()
    const [device] = await devicesOf(ana)
    const before = { ...phone }
    await wait()
    await phone.renew()
    expect(phone.cookie).not.toBe(before.cookie)
    await wait()
    await harness.owner.query(`update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'`)
    Object.assign(phone, before)
    expect((await phone.renew()).status).toBe(200)
    expect(await devicesOf(ana)).toEqual([device])
  })

  it('is not hers for who has an old mark of hers, and says that an answer to their own renewal was lost', async () => {
    const [ana, thief] = [await newMember(), await newMember()]
    const [hers, his] = [new Browser(), new Browser()]
    await hers.signIn(ana)
    const copied = hers.cookie
    await wait()
    await hers.renew()
    expect(hers.cookie).not.toBe(copied)
    await his.signIn(thief)
    const { session } = his
    await his.renew()
    await wait()
    await harness.owner.query(`update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'`)
    Object.assign(his, { session, cookie: copied })
    expect((await his.renew()).status).toBe(200)
    expect(await devicesOf(thief)).not.toEqual(await devicesOf(ana))
  })

  it('of a copied cookie is not shared for long: from the next renewal on the thief stands apart', async () => {
    const ana = await newMember()
    const [hers, thief] = [new Browser(), new Browser()]
    await hers.signIn(ana)
    await wait()
    thief.cookie = hers.cookie
    await thief.signIn(ana)
    const [device] = await devicesOf(ana)
    expect(await devicesOf(ana), 'until then the thief has taken her place').toEqual([device, device])

    await wait()
    await hers.renew()
    const [moved, taken] = await devicesOf(ana)
    expect(taken).toBe(device)
    expect(moved).not.toBe(device)
    // From now on both stay different devices.
    for (const browser of [thief, hers, thief]) {
      await wait()
      await browser.renew()
    }
    expect(await devicesOf(ana)).toEqual([moved, taken])
  })

  it('whose turn was used by her first is another one for who copied it', async () => {
    const ana = await newMember()
    const [hers, thief] = [new Browser(), new Browser()]
    await hers.signIn(ana)
    thief.cookie = hers.cookie
    await wait()
    await hers.renew()
    await wait()
    await thief.signIn(ana)
    const [first, second] = await devicesOf(ana)
    expect(second).not.toBe(first)
  })

  it('is a new one for a session that was carried into a browser without its mark', async () => {
    const ana = await newMember()
    const [hers, thief] = [new Browser(), new Browser()]
    await hers.signIn(ana)
    await hers.renew()
    const [device] = await devicesOf(ana)
    thief.session = hers.session
    await thief.renew()
    expect(await devicesOf(ana)).not.toEqual([device])
  })

  it('is told of when a session is carried there, and not when it is renewed where it was', async () => {
    const ana = await newMember()
    const noticed = async () =>
      (
        await harness.owner.query(
          `select from local_server.security_notices where user_id = $1 and kind = 'device'`,
          [ana.id],
        )
      ).rows.length
    const [hers, thief] = [new Browser(), new Browser()]
    await hers.signIn(ana)
    const before = await noticed()
    for (let hour = 0; hour < 2; hour++) {
      await wait()
      await hers.renew()
    }
    expect(await noticed()).toBe(before)
    thief.session = hers.session
    await thief.renew()
    expect(await noticed()).toBe(before + 1)
    await wait()
    await thief.renew()
    expect(await noticed(), 'once').toBe(before + 1)
  })

  it('is not what a mark says that nobody was given, one without a turn, or a made-up turn', async () => {
    const ana = await newMember()
    const phone = new Browser()
    await phone.signIn(ana)
    const [mark] = phone.cookie!.split('.')
    for (const cookie of [
      `${mark}.AAAAAAAAAAAAAAAAAAAAAA`,
      mark!,
      'equipo=AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA',
    ]) {
      const other = new Browser()
      other.cookie = cookie
      await other.signIn(ana)
    }
    expect(new Set(await devicesOf(ana)).size).toBe(4)
  })

  it('of a client that keeps no cookies stays what it was', async () => {
    const ana = await newMember()
    const client = new Browser()
    await client.signIn(ana)
    const [device] = await devicesOf(ana)
    for (let hour = 0; hour < 2; hour++) {
      client.cookie = undefined
      await client.renew()
    }
    expect(await devicesOf(ana)).toEqual([device])
  })

  it('is not told by a refusal, nor by a link that leads here from elsewhere', async () => {
    const ana = await newMember()
    const refused = await call(harness.app, {
      path: '/token?grant_type=password',
      body: { email: ana.email, password: 'no es' },
    })
    expect(refused.headers['set-cookie']).toBeUndefined()
    const link = await call(harness.app, { path: '/verify?type=signup&token=x' })
    expect(link.headers['set-cookie']).toBeUndefined()
  })

  it('is forgotten a month after its last session', async () => {
    const [ana, eva] = [await newMember(), await newMember()]
    for (const member of [ana, eva]) await new Browser().signIn(member)
    const [[gone], [stays]] = [await devicesOf(ana), await devicesOf(eva)]
    await harness.owner.query(`update local_server.devices set seen_at = now() - interval '31 days'`)
    await harness.owner.query('delete from auth.sessions where user_id = $1', [ana.id])
    await clearExpired(harness.options)
    const { rows } = await harness.owner.query<{ tag: string }>(
      `select 'device:' || id as tag from local_server.devices`,
    )
    const known = rows.map(({ tag }) => tag)
    expect(known).toContain(stays)
    expect(known).not.toContain(gone)
  })
})
