import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Harness, type Member, makeMember, signIn, startHarness } from '../testing/auth.ts'
import { functionsApi } from './functions/index.ts'
import { restApi } from './rest/index.ts'
import { storageApi } from './storage/index.ts'

/** A project whose functions answer anybody whose token counts. */
const FUNCTIONS = path.join(import.meta.dirname, '../testing/project')

let harness: Harness
let app: FastifyInstance

beforeAll(async () => {
  harness = await startHarness()
  await harness.owner.query(`
    create table public.notes (text text);
    insert into public.notes values ('hers');
    grant select, insert on public.notes to authenticated;
  `)
  app = Fastify()
  await app.register(restApi, { prefix: '/rest/v1', ...harness.options })
  await app.register(storageApi, { prefix: '/storage/v1', ...harness.options, isShared: false })
  await app.register(functionsApi, {
    prefix: '/functions/v1',
    ...harness.options,
    config: { ...harness.config, projectDir: FUNCTIONS },
    ownUrl: () => 'http://127.0.0.1:1',
  })
})
afterAll(async () => {
  await app?.close()
  await harness?.close()
})

/** What every API says to the bearer of a token: statuses of a read, a write, a list of buckets, a function. */
async function statuses(token: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}` }
  const asked = [
    { method: 'GET', url: '/rest/v1/notes' },
    { method: 'POST', url: '/rest/v1/notes', payload: { text: 'more' } },
    // Checked before it is kept: a transaction of several round trips.
    {
      method: 'POST',
      url: '/rest/v1/notes',
      payload: { text: 'one' },
      headers: { ...headers, prefer: 'handling=strict,max-affected=5' },
    },
    { method: 'GET', url: '/storage/v1/bucket' },
    { method: 'GET', url: '/functions/v1/echo' },
  ] as const
  const answers = await Promise.all(asked.map((request) => app.inject({ headers, ...request })))
  return answers.map((answer) => answer.statusCode)
}

const OPEN = [200, 201, 201, 200, 201]
const SHUT = [401, 401, 401, 403, 401]

describe('a session that has ended opens no API from the next request on', () => {
  const endings: [string, (member: Member) => Promise<unknown>][] = [
    [
      'signed out everywhere',
      async (member) => {
        const other = await signIn(harness.app, member.email, member.password)
        await call(harness.app, { path: '/logout', method: 'POST', token: other.accessToken })
      },
    ],
    [
      'signed out here',
      (member) =>
        call(harness.app, { path: '/logout?scope=local', method: 'POST', token: member.accessToken }),
    ],
    [
      'banned',
      ({ id }) =>
        harness.owner.query(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
          id,
        ]),
    ],
    ['deleted', ({ id }) => harness.owner.query('delete from auth.users where id = $1', [id])],
    [
      'marked as deleted',
      ({ id }) => harness.owner.query('update auth.users set deleted_at = now() where id = $1', [id]),
    ],
    [
      'past its end',
      ({ id }) => harness.owner.query('update auth.sessions set not_after = now() where user_id = $1', [id]),
    ],
  ]
  it.each(endings)('%s', async (_name, end) => {
    const member = await makeMember(harness)
    expect(await statuses(member.accessToken)).toEqual(OPEN)
    await end(member)
    expect(await statuses(member.accessToken)).toEqual(SHUT)
  })

  it('says so in the words of the data interface', async () => {
    const member = await makeMember(harness)
    await call(harness.app, { path: '/logout', method: 'POST', token: member.accessToken })
    const answer = await app.inject({
      url: '/rest/v1/notes',
      headers: { authorization: `Bearer ${member.accessToken}` },
    })
    expect(answer.json()).toMatchObject({ code: 'PGRST301', message: 'JWT session has ended' })
    expect(answer.headers['www-authenticate']).toContain('invalid_token')
  })

  it('leaves her other sessions, and everybody else, as they were', async () => {
    const member = await makeMember(harness)
    const other = await signIn(harness.app, member.email, member.password)
    const stranger = await makeMember(harness)
    await call(harness.app, { path: '/logout?scope=others', method: 'POST', token: other.accessToken })
    expect(await statuses(member.accessToken)).toEqual(SHUT)
    expect(await statuses(other.accessToken)).toEqual(OPEN)
    expect(await statuses(stranger.accessToken)).toEqual(OPEN)
  })

  it.each([
    [
      'a session of somebody else',
      async (member: Member) => ({ sub: (await makeMember(harness)).id, of: member }),
    ],
    ['no session at all', async (member: Member) => ({ session_id: 'none', of: member })],
  ])('refuses a token that names %s', async (_name, change) => {
    const member = await makeMember(harness)
    const { of: _of, ...claims } = await change(member)
    const theirs = await harness.options.tokens.verify(member.accessToken)
    const { tokens } = harness.options
    expect(await statuses(await tokens.sign({ ...theirs, ...claims }))).toEqual(SHUT)
  })

  it('gives no request the means to ask about sessions itself', async () => {
    const member = await makeMember(harness)
    const identity = {
      role: 'authenticated',
      claims: await harness.options.tokens.verify(member.accessToken),
    }
    const asked = harness.options.db.asUser(identity, {
      text: 'select local_server.require_session($1::uuid, $1::uuid)',
      values: [member.id],
    })
    await expect(asked).rejects.toMatchObject({ code: '42501' })
  })
})
