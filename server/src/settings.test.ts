import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedFolder, serveFolder } from '../testing/folder.ts'

// Settings of `config.toml` that are not the tool's defaults, seen by what the served folder then does; the official client asks.
// Source: Supabase documentation, "Supabase CLI config", and the page that is named beside a test.

const CONFIG = `
[api]
schemas = ["public", "branch"]
extra_search_path = ["tools", "extensions"]
max_rows = 3
[auth]
site_url = "https://app.example"
jwt_expiry = 120
minimum_password_length = 10
password_requirements = "lower_upper_letters_digits_symbols"
[auth.email]
enable_confirmations = false
[storage]
file_size_limit = "2KiB"
[storage.buckets.larger]
file_size_limit = "5KiB"
[storage.buckets.small]
file_size_limit = "1KiB"
`
/** A table of the same name in both exposed schemas, and functions that name it without a schema. */
const SEED = `
create schema branch;
create schema tools;
grant usage on schema branch, tools to anon;
create function tools.twice(n int) returns int immutable language sql as 'select n * 2';
create function public.by_tools() returns int stable language plpgsql as $$ begin return twice(21); end $$;
create table public.things as select 'public' as place from generate_series(1, 9);
create table branch.things as select 'branch' as place;
create table branch.only_there as select 1 as n;
grant select on branch.things, branch.only_there to anon;
create function public.place() returns text stable language plpgsql as $$ begin return (select min(place) from things); end $$;
create function branch.place() returns text stable language plpgsql as $$ begin return (select min(place) from things); end $$;
create function public.of_the_other() returns int stable language plpgsql as $$ begin return (select n from only_there); end $$;
`
const PASSWORD = 'Aa1!aaaaaa'

let folder: ServedFolder
beforeAll(async () => {
  folder = await serveFolder('chat', { 'config.toml': CONFIG, 'seed.sql': SEED })
}, 240_000)
afterAll(() => folder?.close())
const signUp = (password: string) =>
  folder.client().auth.signUp({ email: `${randomUUID()}@example.com`, password })

describe('[api]', () => {
  it('max_rows: so many, whatever is asked', async () => {
    expect((await folder.client().from('things').select().limit(5)).data).toHaveLength(3)
  })

  it('extra_search_path: functions find what it names', async () => {
    expect(await folder.client().rpc('by_tools')).toMatchObject({ status: 200, data: 42 })
  })

  // Source: PostgREST documentation, "Schemas": "Only the selected schema gets added to the search_path of every request."
  it('schemas: in functions only the one that is asked is searched', async () => {
    const client = folder.client()
    expect((await client.rpc('place')).data).toBe('public')
    expect((await client.schema('public').rpc('place')).data).toBe('public')
    for (const get of [false, true])
      expect((await client.schema('branch').rpc('place', {}, { get })).data).toBe('branch')
    expect((await client.rpc('of_the_other')).error).toMatchObject({ code: '42P01' })
  })
})

describe('[auth]', () => {
  it('jwt_expiry: tokens hold so long', async () => {
    const { session } = (await signUp(PASSWORD)).data
    const { claims } = (await folder.client().auth.getClaims(session!.access_token)).data!
    expect([session!.expires_in, claims.exp - claims.iat!]).toEqual([120, 120])
  })

  it.each([
    ['Aa1!aaaaa', ['length']],
    ['Aa1aaaaaaa', ['characters']],
    ['aa1!aaaaaa', ['characters']],
    ['AA1!AAAAAA', ['characters']],
    ['Aaa!aaaaaa', ['characters']],
  ])('minimum_password_length, password_requirements: %s is weak (%j)', async (password, reasons) => {
    expect((await signUp(password)).error).toMatchObject({ status: 422, code: 'weak_password', reasons })
  })

  it('refuse_guessable_passwords: off unless the folder asks for it', async () => {
    expect((await signUp('Password1!')).error).toBeNull()
  })

  it('enable_anonymous_sign_ins, [auth.sms] enable_signup: off by themselves', async () => {
    const { auth } = folder.client()
    expect((await auth.signInAnonymously()).error).toMatchObject({ code: 'anonymous_provider_disabled' })
    const byPhone = await auth.signUp({ phone: '+34600000001', password: PASSWORD })
    expect(byPhone.error).toMatchObject({ code: 'phone_provider_disabled' })
  })
})

describe('[storage]', () => {
  it.each([
    ['larger', 2_048, null],
    ['larger', 2_049, { statusCode: '413' }],
    ['small', 1_024, null],
    ['small', 1_025, { statusCode: '413' }],
  ])('file_size_limit, of a bucket too: into %s go %i bytes: %j', async (bucket, size, error) => {
    const { storage } = folder.client('service')
    const options = { contentType: 'text/plain' }
    const answer = await storage.from(bucket).upload(`${randomUUID()}.txt`, 'x'.repeat(size), options)
    if (error) expect(answer.error).toMatchObject(error)
    else expect(answer.error).toBeNull()
  })
})

describe.each([
  ['[auth]\nenable_signup = false', { code: 'signup_disabled', status: 422 }, null],
  [
    '[auth.email]\nenable_signup = false',
    { code: 'email_provider_disabled', status: 400 },
    { code: 'email_provider_disabled', status: 422 },
  ],
])('%j', (config, signingUp, signingIn) => {
  it('nobody opens an account; the service key makes one, and who has one comes in as the model says', {
    timeout: 60_000,
  }, async () => {
    const closed = await serveFolder('chat', { 'config.toml': config, 'seed.sql': '' })
    try {
      const [email, password] = ['one@example.com', 'secret']
      const { auth } = closed.client()
      expect((await auth.signUp({ email, password })).error).toMatchObject(signingUp)
      const { admin } = closed.client('service').auth
      expect((await admin.createUser({ email, password, email_confirm: true })).error).toBeNull()
      const { error } = await auth.signInWithPassword({ email, password })
      if (signingIn) expect(error).toMatchObject(signingIn)
      else expect(error).toBeNull()
    } finally {
      await closed.close()
    }
  })
})
