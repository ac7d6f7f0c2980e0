import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, type Harness, type Member, makeMember, startHarness } from '../../testing/auth.ts'

/*
 * Each message to PostgreSQL is waited for before the next: on a small machine that is what a sign-in takes besides the
 * hash of its password. Whether an account exists changes nothing of it, see oracles.test.ts.
 */
let harness: Harness
let member: Member
beforeAll(async () => {
  harness = await startHarness()
  member = await makeMember(harness)
})
afterAll(() => harness?.close())
afterEach(() => {
  vi.restoreAllMocks()
})

/** How many messages a request sends until it is answered. The queue of mails and the clock work on their own. */
async function messagesOf(
  password: string,
  cookie = '',
): Promise<{ count: number; status: number; cookie: string }> {
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const answer = await call(harness.app, {
    path: '/token?grant_type=password',
    body: { email: member.email, password },
    headers: { cookie },
  })
  const count = (queries.mock.calls as unknown[][]).filter(([query]) => {
    const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
    return !/local_server\.mailbox|due_at <= now\(\) order by/.test(text)
  }).length
  vi.restoreAllMocks()
  return { count, status: answer.status, cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0]! }
}

describe('messages to PostgreSQL, one after the other', () => {
  it('of a sign-in: four at most, on a device that is new as on one that is known', async () => {
    const first = await messagesOf(member.password)
    expect(first.status).toBe(200)
    expect(first.count).toBeLessThanOrEqual(4)
    const again = await messagesOf(member.password, first.cookie)
    expect(again.status).toBe(200)
    expect(again.cookie.split('.')[0], 'the device is known').toBe(first.cookie.split('.')[0])
    expect(again.count).toBeLessThanOrEqual(4)
  })

  it('of a wrong password: four at most', async () => {
    const wrong = await messagesOf('no es esta')
    expect(wrong.status).toBe(400)
    expect(wrong.count).toBeLessThanOrEqual(4)
  })
})
