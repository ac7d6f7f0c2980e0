import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedFolder, serveFolder } from '../testing/folder.ts'
import { Inbox } from '../testing/realtime.ts'

// A folder of somebody else's, driven by the unmodified official client: files, accounts and what is heard live. Each try says the
// page below https://supabase.com/docs/ that describes it, and its sentence in our words.

let folder: ServedFolder
let service: SupabaseClient
let visitor: SupabaseClient
let ana: SupabaseClient
let bea: SupabaseClient
let anaId: string
let png: Buffer

async function member(email: string): Promise<SupabaseClient> {
  const client = folder.client()
  const { error } = await client.auth.signUp({ email, password: 'secret' })
  if (error) throw error
  return client
}

beforeAll(async () => {
  folder = await serveFolder('club')
  service = folder.client('service')
  visitor = folder.client()
  ana = await member('ana@example.com')
  bea = await member('bea@example.com')
  anaId = (await ana.auth.getUser()).data.user!.id
  png = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
}, 240_000)
afterAll(() => folder?.close())

type Try = [page: string, says: string, ask: () => unknown, gives: unknown]
const fine = { error: null }
const refused = (status: string) => ({ data: null, error: { statusCode: status } })
const got = async (url: string, init?: RequestInit) => {
  const answer = await fetch(url, init)
  return [answer.status, answer.headers.get('content-type'), await answer.text()]
}
const names = async (list: PromiseLike<{ data: { name: string }[] | null }>) =>
  (await list).data?.map(({ name }) => name)

const FILES: Try[] = [
  [
    'guides/storage/schema/helper-functions',
    'filename: anybody downloads the icon that a policy names',
    async () => {
      await service.storage
        .from('papers')
        .upload('deep/down/favicon.ico', 'icon', { contentType: 'text/plain' })
      return (await visitor.storage.from('papers').download('deep/down/favicon.ico')).data?.text()
    },
    'icon',
  ],
  [
    'guides/storage/schema/helper-functions',
    'and no other file',
    async () => {
      await service.storage.from('papers').upload('deep/other.ico', 'x', { contentType: 'text/plain' })
      return (await visitor.storage.from('papers').download('deep/other.ico')).error?.name
    },
    'StorageApiError',
  ],
  [
    'guides/storage/schema/helper-functions',
    'foldername: members upload into the folder that a policy names',
    () => ana.storage.from('papers').upload('private/one.txt', 'one', { contentType: 'text/plain' }),
    { data: { path: 'private/one.txt', fullPath: 'papers/private/one.txt' }, error: null },
  ],
  [
    'guides/storage/schema/helper-functions',
    'and into no other',
    () => ana.storage.from('papers').upload('public/one.txt', 'one', { contentType: 'text/plain' }),
    refused('403'),
  ],
  [
    'guides/storage/schema/helper-functions',
    'extension: only such files',
    () => ana.storage.from('cats').upload('tom.png', png, { contentType: 'image/png' }),
    fine,
  ],
  [
    'guides/storage/schema/helper-functions',
    'and none of another',
    () => ana.storage.from('cats').upload('tom.gif', png, { contentType: 'image/png' }),
    refused('403'),
  ],
  [
    'guides/storage/security/access-control',
    'without a policy nothing is uploaded',
    () => visitor.storage.from('open').upload('x.txt', 'x', { contentType: 'text/plain' }),
    refused('403'),
  ],
  [
    'guides/storage/security/access-control',
    'a policy for insert is enough for a new file',
    () => bea.storage.from('cats').upload('kit.png', png, { contentType: 'image/png' }),
    fine,
  ],
  [
    'guides/storage/security/access-control',
    'but upsert needs select and update too',
    () => bea.storage.from('cats').upload('kit.png', png, { contentType: 'image/png', upsert: true }),
    refused('403'),
  ],
  [
    'guides/storage/security/access-control',
    'the service key passes every policy',
    () => service.storage.from('cats').upload('kit.png', png, { contentType: 'image/png', upsert: true }),
    fine,
  ],
  [
    'guides/storage/security/ownership',
    'who uploads is the owner',
    async () => (await ana.storage.from('papers').list('private')).data?.map(({ name }) => name),
    ['one.txt'],
  ],
  [
    'guides/storage/security/ownership',
    'others do not see it',
    async () => (await bea.storage.from('papers').list('private')).data,
    [],
  ],
  [
    'guides/local-development/cli/config (storage.buckets)',
    'buckets of config.toml are made at the start',
    () => service.storage.getBucket('covers'),
    {
      data: {
        id: 'covers',
        public: true,
        file_size_limit: 102_400,
        allowed_mime_types: ['image/png', 'image/jpeg'],
      },
      error: null,
    },
  ],
  [
    'guides/storage/buckets/creating-buckets',
    'a type that the bucket does not list is refused',
    () => service.storage.from('covers').upload('a.txt', 'x', { contentType: 'text/plain' }),
    refused('415'),
  ],
  [
    'guides/storage/buckets/creating-buckets',
    'and what is larger than it allows',
    () => service.storage.from('covers').upload('a.png', Buffer.alloc(102_401), { contentType: 'image/png' }),
    refused('413'),
  ],
  [
    'guides/storage/buckets/fundamentals',
    'a public bucket is read by its address alone',
    async () => {
      await service.storage.from('covers').upload('a.png', png, { contentType: 'image/png' })
      return (await got(visitor.storage.from('covers').getPublicUrl('a.png').data.publicUrl)).slice(0, 2)
    },
    [200, 'image/png'],
  ],
  [
    'guides/storage/buckets/fundamentals',
    'what is not public is not',
    async () => (await got(visitor.storage.from('cats').getPublicUrl('tom.png').data.publicUrl))[0],
    404,
  ],
  [
    'guides/storage/uploads/standard-uploads',
    'a path that is taken is refused',
    async () => {
      await ana.storage.from('open').upload('same.txt', 'one', { contentType: 'text/plain' })
      return ana.storage.from('open').upload('same.txt', 'two', { contentType: 'text/plain' })
    },
    refused('409'),
  ],
  [
    'guides/storage/uploads/standard-uploads',
    'unless it is to be overwritten',
    async () => {
      await ana.storage.from('open').upload('same.txt', 'two', { contentType: 'text/plain', upsert: true })
      return (await ana.storage.from('open').download('same.txt')).data?.text()
    },
    'two',
  ],
  [
    'guides/storage/uploads/standard-uploads',
    'the content type is the one that is given',
    async () => {
      await ana.storage.from('open').upload('data.json', '{"a":1}', { contentType: 'application/json' })
      return got(ana.storage.from('open').getPublicUrl('data.json').data.publicUrl)
    },
    [200, 'application/json', '{"a":1}'],
  ],
  [
    'reference/javascript/storage-from-upload',
    'cacheControl says how long a browser keeps it',
    async () => {
      await ana.storage
        .from('open')
        .upload('kept.txt', 'x', { contentType: 'text/plain', cacheControl: '60' })
      return (await fetch(ana.storage.from('open').getPublicUrl('kept.txt').data.publicUrl)).headers.get(
        'cache-control',
      )
    },
    expect.stringContaining('max-age=60'),
  ],
  [
    'reference/javascript/storage-from-upload',
    'metadata stays with the file',
    async () => {
      await ana.storage
        .from('open')
        .upload('meta.txt', 'x', { contentType: 'text/plain', metadata: { by: 'ana', n: 1 } })
      return ana.storage.from('open').info('meta.txt')
    },
    { data: { metadata: { by: 'ana', n: 1 }, size: 1, contentType: 'text/plain' }, error: null },
  ],
  [
    'reference/javascript/storage-from-exists',
    'tells whether a file is there',
    async () => [
      (await ana.storage.from('open').exists('meta.txt')).data,
      (await ana.storage.from('open').exists('nothing.txt')).data,
    ],
    [true, false],
  ],
  [
    'reference/javascript/storage-from-update',
    'replaces a file',
    async () => {
      await ana.storage.from('open').update('same.txt', 'three', { contentType: 'text/plain' })
      return (await ana.storage.from('open').download('same.txt')).data?.text()
    },
    'three',
  ],
  [
    'reference/javascript/storage-from-list',
    'by name, in both directions',
    () => names(ana.storage.from('open').list('', { sortBy: { column: 'name', order: 'desc' } })),
    ['same.txt', 'meta.txt', 'kept.txt', 'data.json'],
  ],
  [
    'reference/javascript/storage-from-list',
    'by pages',
    () => names(ana.storage.from('open').list('', { limit: 2, offset: 1 })),
    ['kept.txt', 'meta.txt'],
  ],
  [
    'reference/javascript/storage-from-list',
    'searched',
    () => names(ana.storage.from('open').list('', { search: 'me' })),
    ['meta.txt'],
  ],
  [
    'reference/javascript/storage-from-list',
    'folders have no id',
    async () => {
      await ana.storage.from('open').upload('dir/x y.txt', 'x', { contentType: 'text/plain' })
      return (await ana.storage.from('open').list('', { search: 'dir' })).data
    },
    [{ name: 'dir', id: null, metadata: null }],
  ],
  [
    'reference/javascript/storage-from-list',
    'what is in a folder, blanks in names and all',
    () => names(ana.storage.from('open').list('dir')),
    ['x y.txt'],
  ],
  [
    'reference/javascript/storage-from-createsignedurl',
    'a signed address opens a private file',
    async () => {
      const { data } = await ana.storage.from('papers').createSignedUrl('private/one.txt', 60)
      return got(data!.signedUrl)
    },
    [200, expect.stringContaining('text/plain'), 'one'],
  ],
  [
    'reference/javascript/storage-from-createsignedurl',
    'to be saved under another name',
    async () => {
      const { data } = await ana.storage
        .from('papers')
        .createSignedUrl('private/one.txt', 60, { download: 'other.txt' })
      return (await fetch(data!.signedUrl)).headers.get('content-disposition')
    },
    expect.stringMatching(/^attachment;.*other\.txt/),
  ],
  [
    'reference/javascript/storage-from-createsignedurl',
    'needs select of the file',
    () => bea.storage.from('papers').createSignedUrl('private/one.txt', 60),
    { data: null, error: { message: 'Object not found' } },
  ],
  [
    'reference/javascript/storage-from-createsignedurls',
    'several, each with its own error',
    async () =>
      (await ana.storage.from('papers').createSignedUrls(['private/one.txt', 'none'], 60)).data?.map(
        ({ path, error }) => [path, error === null],
      ),
    [
      ['private/one.txt', true],
      ['none', false],
    ],
  ],
  [
    'reference/javascript/storage-from-uploadtosignedurl',
    'a signed upload needs no policy of who uses it',
    async () => {
      const { data } = await ana.storage.from('papers').createSignedUploadUrl('private/sent.txt')
      return visitor.storage
        .from('papers')
        .uploadToSignedUrl('private/sent.txt', data!.token, 'sent', { contentType: 'text/plain' })
    },
    { data: { path: 'private/sent.txt' }, error: null },
  ],
  [
    'guides/storage/serving/image-transformations',
    'a picture in another size',
    async () => {
      const { data } = visitor.storage
        .from('covers')
        .getPublicUrl('a.png', { transform: { width: 20, height: 20, resize: 'cover' } })
      const { width, height } = await sharp(await (await fetch(data.publicUrl)).arrayBuffer()).metadata()
      return [width, height]
    },
    [20, 20],
  ],
  [
    'guides/storage/serving/image-transformations',
    'with one side the other keeps its proportion',
    async () => {
      const { data } = await service.storage.from('covers').download('a.png', { transform: { width: 20 } })
      const { width, height } = await sharp(await data!.arrayBuffer()).metadata()
      return [width, height]
    },
    [20, 10],
  ],
  [
    'guides/storage/management/copy-move-objects',
    'a copy is the copier’s own',
    async () => {
      await ana.storage.from('open').copy('same.txt', 'copied.txt')
      return (await ana.storage.from('open').download('copied.txt')).data?.text()
    },
    'three',
  ],
  [
    'guides/storage/management/copy-move-objects',
    'into another bucket',
    () => service.storage.from('open').copy('same.txt', 'from-open.txt', { destinationBucket: 'papers' }),
    { data: { path: 'papers/from-open.txt' }, error: null },
  ],
  [
    'guides/storage/management/copy-move-objects',
    'what is moved is no longer there',
    async () => {
      await ana.storage.from('open').move('copied.txt', 'moved.txt')
      return [
        (await ana.storage.from('open').exists('copied.txt')).data,
        (await ana.storage.from('open').exists('moved.txt')).data,
      ]
    },
    [false, true],
  ],
  [
    'reference/javascript/storage-from-remove',
    'gives what was deleted, and nothing of what was not there',
    () => names(ana.storage.from('open').remove(['moved.txt', 'never.txt'])),
    ['moved.txt'],
  ],
  [
    'reference/javascript/storage-from-remove',
    'deletes nothing that one may not',
    async () => {
      await bea.storage.from('papers').remove(['private/one.txt'])
      return (await ana.storage.from('papers').exists('private/one.txt')).data
    },
    true,
  ],
  [
    'reference/javascript/storage-deletebucket',
    'a bucket with files in it is not deleted',
    () => service.storage.deleteBucket('open'),
    { error: { statusCode: '409' } },
  ],
  [
    'reference/javascript/storage-emptybucket',
    'it is emptied first',
    async () => {
      await service.storage.emptyBucket('open')
      return service.storage.deleteBucket('open')
    },
    { data: { message: 'Successfully deleted' }, error: null },
  ],
]

const ACCOUNTS: Try[] = [
  [
    'reference/javascript/admin-api',
    'needs the service key',
    () => ana.auth.admin.listUsers(),
    { error: { status: 403, code: 'not_admin' } },
  ],
  [
    'reference/javascript/auth-admin-createuser',
    'with metadata of its own, unconfirmed, and without a mail',
    async () => {
      const { data } = await service.auth.admin.createUser({
        email: 'yoda@example.com',
        password: 'password',
        user_metadata: { name: 'Yoda' },
      })
      const mails = await (await fetch(`${folder.server.mailboxUrl}.json?to=yoda@example.com`)).json()
      const { user_metadata, email_confirmed_at } = data.user!
      return { user_metadata, isConfirmed: email_confirmed_at !== undefined, mails }
    },
    { user_metadata: { name: 'Yoda' }, isConfirmed: false, mails: [] },
  ],
  [
    'reference/javascript/auth-admin-createuser',
    'confirmed, where that is asked: she signs in at once',
    async () => {
      await service.auth.admin.createUser({
        email: 'leia@example.com',
        password: 'password',
        email_confirm: true,
        app_metadata: { plan: 'trial' },
      })
      const { data } = await folder
        .client()
        .auth.signInWithPassword({ email: 'leia@example.com', password: 'password' })
      return data.user?.app_metadata
    },
    { plan: 'trial', provider: 'email' },
  ],
  [
    'reference/javascript/auth-admin-createuser',
    'an address that is taken is refused',
    () => service.auth.admin.createUser({ email: 'ana@example.com' }),
    { error: { status: 422, code: 'email_exists' } },
  ],
  [
    'reference/javascript/auth-admin-listusers',
    'pages of as many as are asked for',
    async () => {
      const { data } = await service.auth.admin.listUsers({ page: 2, perPage: 3 })
      return [data.users.length, (data as { total: number }).total]
    },
    [1, 4],
  ],
  [
    'reference/javascript/auth-admin-getuserbyid',
    'somebody by her number',
    () => service.auth.admin.getUserById(anaId),
    { data: { user: { email: 'ana@example.com' } }, error: null },
  ],
  [
    'reference/javascript/auth-admin-updateuserbyid',
    'metadata, seen by her at the next refresh',
    async () => {
      await service.auth.admin.updateUserById(anaId, { app_metadata: { plan: 'gold' } })
      return (await ana.auth.refreshSession()).data.user?.app_metadata.plan
    },
    'gold',
  ],
  [
    'reference/javascript/auth-admin-updateuserbyid',
    'a password, without asking for the old one, which ends her sessions',
    async () => {
      await service.auth.admin.updateUserById(anaId, { password: 'secret2' })
      const ended = (await ana.auth.getUser()).error?.name
      return [
        ended,
        (await ana.auth.signInWithPassword({ email: 'ana@example.com', password: 'secret2' })).error,
      ]
    },
    ['AuthSessionMissingError', null],
  ],
  [
    'reference/javascript/auth-admin-updateuserbyid',
    'who is banned does not sign in, until it is lifted',
    async () => {
      const { data } = await service.auth.admin.createUser({
        email: 'han@example.com',
        password: 'password',
        email_confirm: true,
      })
      const { id } = data.user!
      const enter = async () =>
        (await folder.client().auth.signInWithPassword({ email: 'han@example.com', password: 'password' }))
          .error?.code
      await service.auth.admin.updateUserById(id, { ban_duration: '2h45m' })
      const banned = await enter()
      await service.auth.admin.updateUserById(id, { ban_duration: 'none' })
      return [banned, await enter()]
    },
    ['user_banned', undefined],
  ],
  [
    'reference/javascript/auth-admin-inviteuserbyemail',
    'mails a link that leads where it is told',
    async () => {
      await service.auth.admin.inviteUserByEmail('guest@example.com', {
        data: { table: 4 },
        redirectTo: 'http://localhost:3000/welcome',
      })
      const [mail] = await (await fetch(`${folder.server.mailboxUrl}.json?to=guest@example.com`)).json()
      return new URL(mail.links[0]).searchParams.get('redirect_to')
    },
    'http://localhost:3000/welcome',
  ],
  [
    'reference/javascript/auth-admin-generatelink',
    'a link, its hash and its code, unsent; the hash signs in',
    async () => {
      const { data } = await service.auth.admin.generateLink({ type: 'magiclink', email: 'leia@example.com' })
      const { hashed_token, verification_type } = data.properties!
      const entered = await folder.client().auth.verifyOtp({ token_hash: hashed_token, type: 'email' })
      return [verification_type, entered.data.user?.email]
    },
    ['magiclink', 'leia@example.com'],
  ],
  [
    'reference/javascript/auth-admin-generatelink',
    'makes the account of an invitation',
    () => service.auth.admin.generateLink({ type: 'invite', email: 'new@example.com' }),
    {
      data: {
        user: { email: 'new@example.com' },
        properties: { verification_type: 'invite', email_otp: expect.stringMatching(/^\d{6}$/) },
      },
    },
  ],
  [
    'reference/javascript/auth-admin-signout',
    'ends somebody’s sessions by her token',
    async () => {
      const client = folder.client()
      const { data } = await client.auth.signInWithPassword({
        email: 'leia@example.com',
        password: 'password',
      })
      await service.auth.admin.signOut(data.session!.access_token, 'global')
      return (await client.auth.getUser(data.session!.access_token)).error?.name
    },
    'AuthSessionMissingError',
  ],
  [
    'reference/javascript/auth-admin-mfa-listfactors',
    'her factors, which may be taken away',
    async () => {
      const { data } = await bea.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
      const userId = (await bea.auth.getUser()).data.user!.id
      const listed = await service.auth.admin.mfa.listFactors({ userId })
      await service.auth.admin.mfa.deleteFactor({ userId, id: data!.id })
      const after = await service.auth.admin.mfa.listFactors({ userId })
      return [listed.data?.factors.map((it) => it.friendly_name), after.data?.factors]
    },
    [['phone'], []],
  ],
  [
    'reference/javascript/auth-admin-deleteuser',
    'is gone, with what refers to her',
    async () => {
      const client = await member('gone@example.com')
      await client.from('notes').insert({ body: 'mine' })
      const { id } = (await client.auth.getUser()).data.user!
      await service.auth.admin.deleteUser(id)
      return [
        (await service.auth.admin.getUserById(id)).error?.code,
        (await service.from('notes').select('id').eq('owner', id)).data,
      ]
    },
    ['user_not_found', []],
  ],
  [
    'guides/auth/auth-anonymous',
    'who is anonymous is told apart by her token',
    async () => {
      const client = folder.client()
      await client.auth.signInAnonymously()
      return (await client.auth.getClaims()).data?.claims.is_anonymous
    },
    true,
  ],
]

type Change = { eventType: string; new: Record<string, unknown>; old: Record<string, unknown> }
type Message = { event: string; payload: Record<string, unknown> }
const joined = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => channel.subscribe((status, error) => resolve(error?.message ?? status)))

/** Listens to changes of a table until the server says that they come. */
async function changes(client: SupabaseClient, table: string, more: object = {}): Promise<Inbox<Change>> {
  const inbox = new Inbox<Change>()
  const channel = client.channel(crypto.randomUUID())
  const wanted = { event: '*', schema: 'public', table, ...more }
  channel.on('postgres_changes', wanted as { event: '*'; schema: string }, (change) =>
    inbox.put(change as unknown as Change),
  )
  const told = new Promise((resolve) => channel.on('system', {}, resolve))
  await joined(channel)
  await told
  return inbox
}

/** Joins a topic and keeps what is said on it. */
async function hear(client: SupabaseClient, topic: string, config: object = {}) {
  const inbox = new Inbox<Message>()
  const channel = client.channel(topic, { config })
  channel.on('broadcast', { event: '*' }, (message) => inbox.put(message as unknown as Message))
  return { channel, inbox, status: await joined(channel) }
}
const isPrivate = { private: true }
let titles = 0
const title = () => `Book ${++titles}`

const LIVE: Try[] = [
  [
    'guides/realtime/postgres-changes',
    'an insert is heard by who may read the row',
    async () => {
      const heard = await changes(visitor, 'books')
      const name = title()
      await ana.from('books').insert({ title: name })
      return heard.find((it) => it.new.title === name)
    },
    { eventType: 'INSERT', schema: 'public', table: 'books', errors: null, new: { shelf: null } },
  ],
  [
    'guides/realtime/postgres-changes',
    'one kind of event alone',
    async () => {
      const heard = await changes(visitor, 'books', { event: 'UPDATE' })
      const name = title()
      const { data } = await ana.from('books').insert({ title: name }).select('id').single()
      await ana.from('books').update({ shelf: 'Z' }).eq('id', data!.id)
      await heard.find((it) => it.new.id === data!.id)
      return heard.all.map(({ eventType }) => eventType)
    },
    ['UPDATE'],
  ],
  [
    'guides/realtime/postgres-changes',
    'a filter compares a column of the new row',
    async () => {
      const heard = await changes(visitor, 'books', { filter: 'pages=gte.300' })
      const [few, many] = [title(), title()]
      await ana.from('books').insert({ title: few, pages: 299 })
      await ana.from('books').insert({ title: many, pages: 300 })
      await heard.find((it) => it.new.title === many)
      return heard.all.length
    },
    1,
  ],
  [
    'guides/realtime/postgres-changes',
    'in takes a list',
    async () => {
      const heard = await changes(visitor, 'books', { filter: 'shelf=in.(M, N)' })
      await ana.from('books').insert([{ title: title(), shelf: 'L' }])
      const name = title()
      await ana.from('books').insert([{ title: name, shelf: 'N' }])
      return (await heard.find()).new.title === name
    },
    true,
  ],
  [
    'guides/realtime/postgres-changes',
    'a deletion brings the key as old',
    async () => {
      const heard = await changes(visitor, 'books', { event: 'DELETE' })
      const { data } = await ana.from('books').insert({ title: title() }).select('id').single()
      await ana.from('books').delete().eq('id', data!.id)
      const { old } = await heard.find((it) => it.old.id === data!.id)
      return [Object.keys(old), old.id === data!.id]
    },
    [['id'], true],
  ],
  [
    'guides/realtime/postgres-changes',
    'rows that a policy hides are not heard of',
    async () => {
      const [hers, others] = [await changes(ana, 'notes'), await changes(bea, 'notes')]
      await ana.from('notes').insert({ body: 'secret' })
      await bea.from('notes').insert({ body: 'last' })
      await hers.find((it) => it.new.body === 'secret')
      await others.find((it) => it.new.body === 'last')
      return others.all.map((it) => it.new.body)
    },
    ['last'],
  ],
  [
    'guides/realtime/broadcast',
    'a message goes to the others of a public topic',
    async () => {
      const [one, other] = [await hear(visitor, 'lobby'), await hear(ana, 'lobby')]
      await one.channel.send({ type: 'broadcast', event: 'shout', payload: { message: 'Hi' } })
      const { payload } = await other.inbox.find()
      return [payload, one.inbox.all]
    },
    [{ message: 'Hi' }, []],
  ],
  [
    'guides/realtime/broadcast',
    'and to oneself, with self',
    async () => {
      const { channel, inbox } = await hear(folder.client(), 'mirror', {
        broadcast: { self: true, ack: true },
      })
      const said = await channel.send({ type: 'broadcast', event: 'shout', payload: {} })
      return [said, (await inbox.find()).event]
    },
    ['ok', 'shout'],
  ],
  [
    'guides/realtime/broadcast',
    'what is sent before joining goes by HTTP',
    async () => {
      const { inbox } = await hear(ana, 'by-http')
      await service.channel('by-http').httpSend('note', { n: 1 })
      return (await inbox.find()).payload
    },
    { n: 1 },
  ],
  [
    'guides/realtime/broadcast',
    'realtime.send of the database reaches a private topic',
    async () => {
      const { inbox } = await hear(ana, 'club:news', isPrivate)
      await service.rpc('announce', { words: 'Thursday' })
      return inbox.find((it) => it.event === 'news')
    },
    { event: 'news', payload: { words: 'Thursday' } },
  ],
  [
    'guides/realtime/subscribing-to-database-changes',
    'a trigger sends what changed to the row’s own topic',
    async () => {
      const { inbox } = await hear(bea, 'book:1', isPrivate)
      await ana.from('books').update({ shelf: 'C' }).eq('id', 1)
      return inbox.find()
    },
    {
      event: 'UPDATE',
      payload: {
        operation: 'UPDATE',
        schema: 'public',
        table: 'books',
        record: { id: 1, shelf: 'C' },
        old_record: { id: 1, shelf: 'A' },
      },
    },
  ],
  [
    'guides/realtime/authorization',
    'a private topic is for whom a policy lets in',
    async () => [
      (await hear(bea, 'club:room', isPrivate)).status,
      (await hear(folder.client(), 'club:room', isPrivate)).status,
      (await hear(bea, 'elsewhere', isPrivate)).status,
    ],
    ['SUBSCRIBED', expect.stringContaining('Unauthorized'), expect.stringContaining('Unauthorized')],
  ],
  [
    'guides/realtime/authorization',
    'and who may speak in it is another policy’s',
    async () => {
      const [one, other] = [
        await hear(ana, 'book:2', isPrivate),
        await hear(await member('three@example.com'), 'book:2', isPrivate),
      ]
      await one.channel.send({ type: 'broadcast', event: 'not-allowed', payload: {} })
      await ana.from('books').update({ pages: 251 }).eq('id', 2)
      await other.inbox.find((it) => it.event === 'UPDATE')
      return other.inbox.all.map(({ event }) => event)
    },
    ['UPDATE'],
  ],
  [
    'guides/realtime/presence',
    'who is there is shown to all, with what she tracks',
    async () => {
      const [one, other] = [folder.client().channel('table'), folder.client().channel('table')]
      const seen = new Inbox<number>()
      other.on('presence', { event: 'sync' }, () => seen.put(Object.keys(other.presenceState()).length))
      one.on('presence', { event: 'sync' }, () => {})
      await joined(other)
      await joined(one)
      await one.track({ seat: 3 })
      await seen.find((count) => count === 1)
      return Object.values(other.presenceState()).flat()
    },
    [{ seat: 3, presence_ref: expect.any(String) }],
  ],
  [
    'guides/realtime/presence',
    'and who leaves is gone',
    async () => {
      const client = folder.client()
      const [one, other] = [client.channel('door'), folder.client().channel('door')]
      const left = new Inbox<unknown>()
      other.on('presence', { event: 'leave' }, ({ leftPresences }) => left.put(leftPresences))
      one.on('presence', { event: 'sync' }, () => {})
      await joined(other)
      await joined(one)
      await one.track({ seat: 4 })
      await client.removeChannel(one)
      return left.find()
    },
    [{ seat: 4 }],
  ],
]

for (const [what, tries] of [
  ['files', FILES],
  ['accounts', ACCOUNTS],
  ['live', LIVE],
] as const)
  describe(what, () => {
    it.each(tries)('%s: %s', async (_page, _says, ask, gives) => {
      const answer = await ask()
      if (typeof gives === 'object' && gives !== null && !('asymmetricMatch' in gives))
        expect(answer).toMatchObject(gives)
      else expect(answer).toEqual(gives)
    })
  })
