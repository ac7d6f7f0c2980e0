import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
// biome-ignore lint/correctness/noUndeclaredDependencies: the tools of the whole repository stand at its root.
import { expect } from 'vitest'
import type { Said, Shown } from './documentedTable.ts'
import { type ServedFolder, serveFolder } from './folder.ts'
import { RawSocket } from './rawSocket.ts'
import { Inbox } from './realtime.ts'

/*
 * What Supabase's documentation of Realtime says, read for cases of our own: each sentence in our words, with its page, and calls of the
 * official client (of a plain socket, for the protocol) that show it.
 */

const SCHEMA = `
create table todos (id int primary key, task text, done boolean not null default false, points int, owner uuid);
alter table todos enable row level security;
alter table todos replica identity full;
create policy "everybody reads what is nobody's, and each her own" on todos for select using (owner is null or owner = (select auth.uid()));
create table countries (id int primary key, name text);
create table secrets (id int primary key, word text);
alter table secrets replica identity full;
create table "two words" (id int primary key);
alter publication supabase_realtime add table todos, countries, secrets, "two words";

create table shelves (id int primary key, word text);
create function shelf_changed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.broadcast_changes('shelf', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  return null;
end $$;
create trigger shelf_changed after insert or update or delete on shelves for each row execute function shelf_changed();

create table rooms_users (user_id uuid, topic text, extension text, may_write boolean not null default false);
create policy "who is in the room reads it" on realtime.messages for select to authenticated using (exists (
  select from rooms_users r where r.user_id = (select auth.uid()) and r.topic = (select realtime.topic()) and r.extension = messages.extension));
create policy "some speak in it" on realtime.messages for insert to authenticated with check (exists (
  select from rooms_users r where r.user_id = (select auth.uid()) and r.topic = (select realtime.topic()) and r.extension = messages.extension and r.may_write));
`

type Row = Record<string, unknown>
type Message = { type: string; event: string; payload: Row }
type Change = { eventType: string; schema: string; table: string; new: Row; old: Row; errors: unknown }
type Wanted = { event: string; schema: string; table?: string; filter?: string; select?: string[] }

/** A server with tables that are published, and channels with policies. */
export interface RealtimeWorld {
  folder: ServedFolder
  /** The client of a stranger, in a browser of her own. */
  visitor(): SupabaseClient
  /** The client of somebody with a session. @param topics where she may listen, and speak where it says so */
  member(
    ...topics: { topic: string; extension: 'broadcast' | 'presence'; write?: boolean }[]
  ): Promise<{ client: SupabaseClient; id: string; token: string }>
  /** A name, or a number, that nothing else has. */
  fresh(): string
  number(): number
  sql(text: string, values?: unknown[]): Promise<Row[]>
}

export async function startRealtimeWorld(): Promise<RealtimeWorld> {
  const folder = await serveFolder('chat')
  const { server } = folder
  await server.query(SCHEMA)
  let count = 0
  return {
    folder,
    visitor: () => folder.client(),
    async member(...topics) {
      const client = folder.client()
      const { data, error } = await client.auth.signInAnonymously()
      if (error) throw error
      const id = data.user!.id
      for (const { topic, extension, write = false } of topics)
        await server.query('insert into rooms_users values ($1, $2, $3, $4)', [id, topic, extension, write])
      return { client, id, token: data.session!.access_token }
    },
    fresh: () => `topic-${++count}`,
    number: () => ++count,
    sql: (text, values) => server.query(text, values),
  }
}

/** Joins; what the client says of it, and why not. */
function join(channel: RealtimeChannel): Promise<{ status: string; reason?: string }> {
  return new Promise((resolve) =>
    channel.subscribe((status, error) => resolve({ status, reason: error?.message })),
  )
}

/** Joins a topic and listens for all that is broadcast on it. */
async function hear(client: SupabaseClient, topic: string, config: object = {}, event = '*') {
  const inbox = new Inbox<Message>()
  const channel = client.channel(topic, { config })
  channel.on('broadcast', { event }, (message) => inbox.put(message as unknown as Message))
  const joined = await join(channel)
  if (joined.status !== 'SUBSCRIBED') throw new Error(joined.reason)
  return { channel, inbox }
}
const say = (channel: RealtimeChannel, event: string, payload: Row = {}) =>
  channel.send({ type: 'broadcast', event, payload })
const last = ({ event }: { event: string }) => event === 'last'

/** Joins a topic and keeps what presence says of it. */
async function watch(client: SupabaseClient, topic: string, config: object = {}) {
  const inbox = new Inbox<{ event: string; key?: string; presences?: Row[] }>()
  const channel = client.channel(topic, { config })
  channel
    .on('presence', { event: 'sync' }, () => inbox.put({ event: 'sync' }))
    .on('presence', { event: 'join' }, ({ key, newPresences }) =>
      inbox.put({ event: 'join', key, presences: newPresences }),
    )
    .on('presence', { event: 'leave' }, ({ key, leftPresences }) =>
      inbox.put({ event: 'leave', key, presences: leftPresences }),
    )
  const joined = await join(channel)
  return { channel, inbox, joined }
}
const present = (channel: RealtimeChannel) => Object.values(channel.presenceState()).flat() as Row[]

/** Listens to changes until the server says that they come. */
async function changes(client: SupabaseClient, ...wanted: Wanted[]): Promise<Inbox<Change>> {
  const inbox = new Inbox<Change>()
  const channel = client.channel(crypto.randomUUID())
  for (const one of wanted)
    channel.on('postgres_changes', one as { event: '*'; schema: string }, (change) =>
      inbox.put(change as unknown as Change),
    )
  const told = new Promise<string>((resolve) =>
    channel.on('system', {}, ({ status, message }) => resolve(status === 'ok' ? '' : message)),
  )
  const joined = await join(channel)
  if (joined.status !== 'SUBSCRIBED') throw new Error(joined.reason)
  const refusal = await told
  if (refusal) throw new Error(refusal)
  return inbox
}
const all: Wanted = { event: '*', schema: 'public' }
/** Until a change of that kind was heard: of two quick changes to one row both may show the newer row. */
const until = (inbox: Inbox<Change>, kind: string, id: number) =>
  inbox.find((one) => one.eventType === kind && (one.new.id ?? one.old.id) === id)
const todos: Wanted = { ...all, table: 'todos' }
const countries: Wanted = { ...all, table: 'countries' }

/**
 * Makes changes and then one that everybody hears who listens to the countries.
 * @returns what was heard before it
 */
async function heardOf(
  world: RealtimeWorld,
  inbox: Inbox<Change>,
  change: () => Promise<unknown>,
): Promise<Change[]> {
  await change()
  const id = world.number()
  await world.sql('insert into countries values ($1)', [id])
  const isLast = (one: Change) => one.table === 'countries' && one.new.id === id
  await inbox.find(isLast)
  return inbox.all.filter((one) => !isLast(one))
}

const said: Said<RealtimeWorld>[] = []
/** Everything that is shown, page by page. */
export const REALTIME_SAID: readonly Said<RealtimeWorld>[] = said

function says(
  page: string,
  words: string,
  shown: Shown<RealtimeWorld>[],
  ours: Pick<Said<RealtimeWorld>, 'refused' | 'different'> = {},
): void {
  said.push({ page, says: words, shown, ...ours })
}
const shows = (ask: Shown<RealtimeWorld>['ask'], gives: unknown): Shown<RealtimeWorld> => ({ ask, gives })
const guide = (name: string) => `guides/realtime/${name}`

// --- broadcast

says(guide('broadcast'), 'without joining it goes by HTTP', [
  shows(
    async ({ visitor, fresh, folder }) => {
      const topic = fresh()
      const { inbox } = await hear(visitor(), topic)
      const answer = await post(folder, [
        { topic, event: 'one', payload: { test: 'test' } },
        { topic, event: 'last', payload: {} },
      ])
      await inbox.find(last)
      return { status: answer.status, heard: inbox.all }
    },
    { status: 202, heard: [{ event: 'one', payload: { test: 'test' } }, { event: 'last' }] },
  ),
  shows(async ({ folder, fresh }) => (await post(folder, [{ topic: fresh() }])).status, 422),
])
function post({ server }: ServedFolder, messages: Row[], apikey = server.config.secrets.anonKey) {
  return fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages }),
  })
}

says(
  guide('broadcast'),
  'the database sends too, by `realtime.send()`, to channels of the kind that it says',
  [
    shows(
      async ({ visitor, member, fresh, sql }) => {
        const topic = fresh()
        const open = await hear(visitor(), topic)
        const { client } = await member({ topic, extension: 'broadcast' })
        const closed = await hear(client, topic, { private: true })
        await sql(`select realtime.send('{"hello": "world"}', 'event', $1, false)`, [topic])
        await sql(`select realtime.send(jsonb_build_object('long', repeat('ñ', 20000)), 'last', $1)`, [topic])
        const long = await closed.inbox.find(last)
        await sql(`select realtime.send('{}', 'last', $1, false)`, [topic])
        await open.inbox.find(last)
        return [open.inbox.all, closed.inbox.all.length, (long.payload.long as string).length]
      },
      [[{ type: 'broadcast', event: 'event', payload: { hello: 'world' } }, { event: 'last' }], 1, 20_000],
    ),
    shows(
      async ({ visitor, fresh, sql }) => {
        const topic = fresh()
        const { inbox } = await hear(visitor(), topic)
        await sql(
          `do $$ begin perform realtime.send('{}', 'undone', '${topic}', false); raise exception 'no'; end $$`,
        ).catch(() => 0)
        await sql(`select realtime.send('{}', 'last', $1, false)`, [topic])
        await inbox.find(last)
        return [
          inbox.all.map(({ event }) => event),
          await sql('select count(*)::int as kept from realtime.messages'),
        ]
      },
      [['last'], [{ kept: 0 }]],
    ),
    // Somebody who may not write to a topic does not by the database either, and loses nothing else by it.
    shows(
      async ({ member, fresh, sql }) => {
        const topic = fresh()
        const { client, id } = await member({ topic, extension: 'broadcast' })
        const { inbox } = await hear(client, topic, { private: true })
        await sql(
          `do $$ begin
           perform set_config('request.jwt.claims', '{"sub": "${id}"}', true), set_config('role', 'authenticated', true);
           perform realtime.send('{}', 'forbidden', '${topic}');
         end $$`,
        )
        await sql(`select realtime.send('{}', 'last', $1)`, [topic])
        await inbox.find(last)
        return inbox.all.map(({ event }) => event)
      },
      ['last'],
    ),
  ],
)
says(guide('broadcast'), '`realtime.broadcast_changes()` sends what a trigger saw', [
  shows(
    async (world) => {
      const [id, { client }] = [
        world.number(),
        await world.member({ topic: 'shelf', extension: 'broadcast' }),
      ]
      const { inbox } = await hear(client, 'shelf', { private: true })
      await world.sql('insert into shelves values ($1, $2)', [id, 'before'])
      await world.sql('update shelves set word = $2 where id = $1', [id, 'after'])
      await inbox.find(({ event }) => event === 'UPDATE')
      return inbox.all.map(({ event, payload }) => ({ event, payload }))
    },
    [
      {
        event: 'INSERT',
        payload: {
          operation: 'INSERT',
          schema: 'public',
          table: 'shelves',
          record: { word: 'before' },
          old_record: null,
        },
      },
      {
        event: 'UPDATE',
        payload: { operation: 'UPDATE', record: { word: 'after' }, old_record: { word: 'before' } },
      },
    ],
  ),
])
says(
  guide('broadcast'),
  'a private channel may ask for what was sent before (`replay`)',
  [
    shows(
      async ({ member, fresh }) => {
        const topic = fresh()
        const { client } = await member({ topic, extension: 'broadcast' })
        return join(client.channel(topic, { config: { private: true, broadcast: { replay: { since: 1 } } } }))
      },
      { status: 'CHANNEL_ERROR', reason: expect.stringContaining('UnableToReplayMessages') },
    ),
  ],
  { refused: '`UnableToReplayMessages`: nothing of what is sent is kept' },
)

// --- presence

says(guide('presence'), '`sync`, `join` and `leave` tell who came, changed and went', [
  shows(async ({ visitor, fresh }) => {
    const topic = fresh()
    const [mine, other] = [await watch(visitor(), topic), await watch(visitor(), topic)]
    await mine.channel.track({ user: 'user-1' })
    await other.inbox.find(({ event }) => event === 'join')
    await mine.channel.unsubscribe()
    await other.inbox.find(({ event }) => event === 'leave')
    return present(other.channel).length
  }, 0),
])
says(guide('presence'), 'without a key of its own each channel is given one', [
  shows(async ({ visitor, fresh }) => {
    const topic = fresh()
    const [one, other] = [await watch(visitor(), topic), await watch(visitor(), topic)]
    await one.channel.track({ n: 1 })
    await other.channel.track({ n: 2 })
    await one.inbox.find(({ presences }) => presences?.[0]?.n === 2)
    return Object.keys(one.channel.presenceState()).length
  }, 2),
])
says(
  guide('presence'),
  'a client may choose its key',
  [
    shows(
      async ({ visitor, fresh }) => {
        const mine = await watch(visitor(), fresh(), { presence: { key: 'userId-123' } })
        await mine.channel.track({ n: 1 })
        await mine.inbox.find(({ event }) => event === 'join')
        return Object.keys(mine.channel.presenceState())
      },
      [expect.not.stringContaining('userId-123')],
    ),
  ],
  { different: 'the key is the server’s, one for each member and channel: nobody takes another’s name' },
)

// --- changes of the database

says(guide('postgres-changes'), 'a channel hears the changes of a schema, of a table, of a kind', [
  shows(
    async (world) => {
      const inbox = await changes(world.visitor(), all)
      const id = world.number()
      const heard = await heardOf(world, inbox, async () => {
        await world.sql('insert into todos (id, task) values ($1, $2)', [id, 'Change!'])
        await until(inbox, 'INSERT', id)
        await world.sql('update todos set done = true where id = $1', [id])
        await until(inbox, 'UPDATE', id)
        await world.sql('delete from todos where id = $1', [id])
        await world.sql('insert into countries values ($1, $2)', [world.number(), 'Perú'])
      })
      return heard.map(({ table, eventType }) => `${table} ${eventType}`)
    },
    ['todos INSERT', 'todos UPDATE', 'todos DELETE', 'countries INSERT'],
  ),
  shows(async (world) => {
    const inbox = await changes(world.visitor(), countries)
    const heard = await heardOf(world, inbox, () =>
      world.sql('insert into todos (id, task) values ($1, $2)', [world.number(), 'elsewhere']),
    )
    return heard.map(({ table }) => table)
  }, []),
])

says(guide('postgres-changes'), '`in` takes a hundred values at most', [
  shows(
    ({ visitor }) =>
      changes(visitor(), { ...todos, filter: `id=in.(${Array.from({ length: 101 }, (_, i) => i)})` }).catch(
        String,
      ),
    expect.stringContaining('100'),
  ),
  shows(
    async ({ visitor }) =>
      (await changes(visitor(), { ...todos, filter: `id=in.(${Array.from({ length: 100 }, (_, i) => i)})` }))
        .all,
    [],
  ),
])

says(
  guide('postgres-changes'),
  'with `replica identity full` all that it was comes',
  [
    shows(
      async (world) => {
        const inbox = await changes(world.visitor(), { ...all, table: 'secrets' }, countries)
        const id = world.number()
        const heard = await heardOf(world, inbox, async () => {
          await world.sql('insert into secrets values ($1, $2)', [id, 'before'])
          await world.sql('update secrets set word = $2 where id = $1', [id, 'after'])
        })
        return heard.map((one) => one.old)
      },
      [{}, { id: expect.any(Number) }],
    ),
  ],
  { different: 'the key alone: what a row was is not asked of its policies' },
)

says(
  guide('postgres-changes'),
  'policies are not asked of deleted rows, so everybody hears of them',
  [
    shows(async (world) => {
      const { id: owner } = await world.member()
      const inbox = await changes(world.visitor(), todos, countries)
      const heard = await heardOf(world, inbox, async () => {
        const id = world.number()
        await world.sql('insert into todos (id, task, owner) values ($1, $2, $3)', [id, 'hers', owner])
        await world.sql('delete from todos where id = $1', [id])
      })
      return heard.map(({ eventType }) => eventType)
    }, []),
  ],
  {
    different: 'they are asked of the row as it was: that somebody’s row is gone is hers to know',
  },
)

says(
  guide('postgres-changes'),
  'deletions cannot be filtered, and tables with blanks in their names are not heard',
  [
    shows(
      async (world) => {
        const inbox = await changes(world.visitor(), { ...all, table: 'two words' }, countries)
        const heard = await heardOf(world, inbox, () =>
          world.sql('insert into "two words" values ($1)', [world.number()]),
        )
        return heard.map(({ table }) => table)
      },
      ['two words'],
    ),
    shows(
      async (world) => {
        const id = world.number()
        const inbox = await changes(
          world.visitor(),
          { ...countries, filter: `id=eq.${id}`, event: 'DELETE' },
          { ...countries, event: 'INSERT' },
        )
        const heard = await heardOf(world, inbox, async () => {
          await world.sql('insert into countries values ($1)', [id])
          await until(inbox, 'INSERT', id)
          await world.sql('delete from countries where id = $1', [id])
        })
        return heard.map(({ eventType }) => eventType)
      },
      ['INSERT', 'DELETE'],
    ),
  ],
  { different: 'tables of any name are heard, and a filter on the key holds for deletions' },
)

// --- the protocol

const socket = ({ folder }: RealtimeWorld, version?: string) =>
  RawSocket.open({ server: folder.server }, version)

says(
  guide('protocol'),
  'joining is answered with a number for each request for changes, which then come under it',
  [
    shows(
      async (world) => {
        const raw = await socket(world)
        const asked = [{ event: 'INSERT', schema: 'public', table: 'countries', filter: 'id=gt.0' }]
        const topic = `realtime:${world.fresh()}`
        const { payload } = await raw.ask(topic, 'phx_join', { config: { postgres_changes: asked } })
        const [{ id }] = (payload.response as { postgres_changes: [{ id: number }] }).postgres_changes
        const system = await raw.frames.find(({ event }) => event === 'system')
        await world.sql('insert into countries values ($1, $2)', [world.number(), 'Perú'])
        const change = await raw.frames.find(({ event }) => event === 'postgres_changes')
        raw.socket.close()
        return { payload, system, change, same: (change.payload.ids as number[])[0] === id }
      },
      {
        payload: { status: 'ok', response: { postgres_changes: [{ event: 'INSERT', filter: 'id=gt.0' }] } },
        system: {
          payload: { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' },
        },
        change: {
          payload: {
            data: {
              schema: 'public',
              table: 'countries',
              commit_timestamp: expect.any(String),
              record: { name: 'Perú' },
              errors: null,
            },
          },
        },
        same: true,
      },
    ),
  ],
)

says(guide('protocol'), 'broadcasts and presence have their frames', [
  shows(
    async (world) => {
      const topic = world.fresh()
      const raw = await socket(world, '1.0.0')
      await raw.ask(`realtime:${topic}`, 'phx_join', { config: { presence: { key: '' } } })
      const state = await raw.frames.find(({ event }) => event === 'presence_state')
      const { channel } = await hear(world.visitor(), topic)
      await channel.track({ name: 'Ana' })
      const diff = await raw.frames.find(({ event }) => event === 'presence_diff')
      await say(channel, 'wave', { by: 'Ana' })
      const wave = await raw.frames.find(({ event }) => event === 'broadcast')
      raw.socket.close()
      return { state: state.payload, joins: Object.values(diff.payload.joins as Row), wave: wave.payload }
    },
    {
      state: {},
      joins: [{ metas: [{ phx_ref: expect.any(String), name: 'Ana' }] }],
      wave: { type: 'broadcast', event: 'wave', payload: { by: 'Ana' } },
    },
  ),
])

// --- who may

const topicOf = (topic: string, extension: 'broadcast' | 'presence', write = false) => ({
  topic,
  extension,
  write,
})

says(
  guide('authorization'),
  'who may only write joins too',
  [
    shows(
      async ({ member, fresh, sql }) => {
        const topic = fresh()
        const { client, id } = await member()
        await sql(
          `create policy "writes blindly ${topic}" on realtime.messages for insert to authenticated with check ((select auth.uid()) = '${id}')`,
        )
        return join(client.channel(topic, { config: { private: true } }))
      },
      { status: 'CHANNEL_ERROR', reason: expect.stringContaining('Unauthorized') },
    ),
  ],
  { refused: '`Unauthorized`: a channel is for who may read it; who only writes does so by HTTP' },
)

says(guide('authorization'), 'the same for presence, by its `extension`', [
  shows(
    async ({ member, fresh }) => {
      const topic = fresh()
      const [one, other] = [
        await member(topicOf(topic, 'presence', true)),
        await member(topicOf(topic, 'presence')),
      ]
      const mine = await watch(one.client, topic, { private: true })
      const hers = await watch(other.client, topic, { private: true })
      const tracked = [await mine.channel.track({ n: 1 }), await hers.channel.track({ n: 2 })]
      await hers.inbox.find(({ event }) => event === 'join')
      return { tracked, seen: present(hers.channel) }
    },
    { tracked: ['ok', 'error'], seen: [{ n: 1 }] },
  ),
  shows(async ({ member, fresh }) => {
    const topic = fresh()
    const [one, other] = [
      await member(topicOf(topic, 'presence', true), topicOf(topic, 'broadcast', true)),
      await member(topicOf(topic, 'broadcast')),
    ]
    const mine = await watch(one.client, topic, { private: true })
    const inbox = new Inbox<Message>()
    const channel = other.client.channel(topic, { config: { private: true, presence: { enabled: true } } })
    channel.on('broadcast', { event: '*' }, (message) => inbox.put(message as unknown as Message))
    await join(channel)
    await mine.channel.track({ n: 1 })
    await say(mine.channel, 'last')
    await inbox.find(last)
    return present(channel)
  }, []),
])

says(guide('authorization'), 'changes of the database are judged by the policies of their tables alone', [
  shows(
    async (world) => {
      const topic = world.fresh()
      const { client, id } = await world.member(topicOf(topic, 'broadcast'))
      const inbox = new Inbox<Change>()
      const channel = client.channel(topic, { config: { private: true } })
      channel.on('postgres_changes', todos as { event: '*'; schema: string }, (change) =>
        inbox.put(change as unknown as Change),
      )
      const told = new Promise((resolve) => channel.on('system', {}, resolve))
      await join(channel)
      await told
      await world.sql('insert into todos (id, task, owner) values ($1, $2, $3)', [
        world.number(),
        'other',
        crypto.randomUUID(),
      ])
      await world.sql('insert into todos (id, task, owner) values ($1, $2, $3)', [world.number(), 'mine', id])
      await inbox.find()
      return inbox.all.map(({ new: row }) => row.task)
    },
    ['mine'],
  ),
])

// --- the client
