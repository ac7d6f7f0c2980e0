import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RawSocket } from '../../testing/rawSocket.ts'
import { ANA, BEA, Inbox, type Member, startWorld, type World } from '../../testing/realtime.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await world.server.query(`
    create table avisos (id int primary key generated always as identity, texto text);
    alter table avisos enable row level security;
    grant select on avisos to authenticated;
    create policy todas on avisos for select to authenticated using (true);
    alter publication supabase_realtime add table avisos;
  `)
})
afterAll(() => world?.close())

interface JoinedChannel {
  states: Inbox<string>
  system: Inbox<{ status: string; message: string }>
  heard: Inbox<string>
}

/** A channel of a member, with everything that her client says of it. */
async function enter({ client }: Member): Promise<JoinedChannel> {
  const channel: JoinedChannel = { states: new Inbox(), system: new Inbox(), heard: new Inbox() }
  client
    .channel('avisos')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'avisos' }, ({ new: row }) =>
      channel.heard.put(row.texto as string),
    )
    .on('system', {}, channel.system.put)
    .subscribe(channel.states.put)
  await channel.states.find((state) => state === 'SUBSCRIBED')
  return channel
}

/** What ends a subscription comes as a system message and a close, and nothing is heard afterwards. */
async function expectEnded(channel: JoinedChannel, message: RegExp, witness: JoinedChannel): Promise<void> {
  const { message: text } = await channel.system.find(({ status }) => status === 'error')
  expect(text).toMatch(message)
  await channel.states.find((state) => state === 'CLOSED')
  const texto = crypto.randomUUID()
  await world.sql('insert into avisos (texto) values ($1)', [texto])
  await witness.heard.find((heard) => heard === texto)
  expect(channel.heard.all).not.toContain(texto)
}

describe('an expired token', () => {
  it('ends the subscription within five seconds', async () => {
    const [ana, witness] = [await enter(await world.member(ANA, 4)), await enter(await world.member(BEA))]
    const start = Date.now()
    await expectEnded(ana, /expired/, witness)
    expect(Date.now() - start).toBeLessThan(9_000)
  })

  it('does not, when a newer one came in time', async () => {
    const member = await world.member(ANA, 4)
    const channel = await enter(member)
    const claims = { role: 'authenticated', aud: 'authenticated', sub: ANA, session_id: member.sessionId }
    await member.client.realtime.setAuth(await world.tokens.sign(claims, 3600))
    const shorter = await enter(await world.member(BEA, 5))
    await shorter.states.find((state) => state === 'CLOSED')
    await world.sql(`insert into avisos (texto) values ('sigue')`)
    await channel.heard.find((texto) => texto === 'sigue')
    expect(channel.states.all).toEqual(['SUBSCRIBED'])
  })

  it('joins nothing', async () => {
    const raw = await RawSocket.open(world)
    const expired = await world.tokens.sign({ role: 'authenticated', sub: ANA }, -10)
    const reply = await raw.ask('realtime:avisos', 'phx_join', { access_token: expired })
    expect(reply.payload).toEqual({
      status: 'error',
      response: { reason: 'InvalidJWTToken: Token has expired' },
    })
  })

  it('sent as a refresh ends the subscription at once', async () => {
    const raw = await RawSocket.open(world)
    await raw.ask('realtime:avisos', 'phx_join', { access_token: (await world.member(ANA)).token })
    const expired = await world.tokens.sign({ role: 'authenticated', sub: ANA }, -10)
    raw.send('1', null, 'realtime:avisos', 'access_token', { access_token: expired })
    const system = await raw.frames.find(({ event }) => event === 'system')
    expect(system.payload).toMatchObject({ extension: 'system', status: 'error' })
    await raw.frames.find(({ event }) => event === 'phx_close')
  })
})

describe('a sign-out', () => {
  it('everywhere cuts every socket of hers within five seconds, and nobody else’s', async () => {
    const signIn = async () => {
      const { client } = { client: world.visitor() }
      const { data, error } = await client.auth.signInWithPassword({
        email: 'ana@amparo.test',
        password: 'Amparo-demo-2026',
      })
      expect(error).toBeNull()
      return { id: ANA, client, token: data.session!.access_token, sessionId: '' }
    }
    const [phone, laptop] = [await signIn(), await signIn()]
    const channels = [await enter(phone), await enter(laptop)]
    const witness = await enter(await world.member(BEA))
    // One that leaves nothing to the client: it would keep the socket, to join with it again.
    const kept = await RawSocket.open(world)
    const joined = await kept.ask('realtime:avisos', 'phx_join', { access_token: laptop.token })
    expect(joined.payload.status).toBe('ok')
    const cut = once(kept.socket, 'close')
    const start = Date.now()
    await fetch(`${world.server.url}/auth/v1/logout?scope=global`, {
      method: 'POST',
      headers: { authorization: `Bearer ${phone.token}`, apikey: world.server.config.secrets.anonKey },
    })
    for (const channel of channels) await expectEnded(channel, /Session/, witness)
    const [code, reason] = await cut
    expect([code, String(reason)]).toEqual([1008, 'The session is over'])
    expect(Date.now() - start).toBeLessThan(5_000)
    expect(witness.states.all).toEqual(['SUBSCRIBED'])
    const raw = await RawSocket.open(world)
    const again = await raw.ask('realtime:avisos', 'phx_join', { access_token: laptop.token })
    expect(again.payload.status).toBe('error')
  })

  it.each([
    ['a ban', `update auth.users set banned_until = now() + interval '1 hour' where id = $1`],
    ['a deleted account', 'delete from auth.users where id = $1'],
  ])('%s counts as one', async (_, change) => {
    const id = crypto.randomUUID()
    await world.sql(
      `insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, '{"username":"X","identidad_genero":"mujer cis"}')`,
      [id, `${id}@amparo.test`],
    )
    const [channel, witness] = [await enter(await world.member(id)), await enter(await world.member(BEA))]
    await world.sql(change, [id])
    await expectEnded(channel, /Session/, witness)
  })
})
