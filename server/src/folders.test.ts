import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedFolder, serveFolder } from '../testing/folder.ts'

// Four ordinary folders, as they are, driven by the unmodified official client.

/** What a call gave; its error fails the test. */
async function ok<A extends { data: unknown; error: unknown }>(
  answer: PromiseLike<A>,
): Promise<NonNullable<Extract<A, { error: null }>['data']>> {
  const { data, error } = await answer
  if (error) throw error
  return data as NonNullable<Extract<A, { error: null }>['data']>
}

function served(name: string, more?: () => Promise<Record<string, string>>): () => ServedFolder {
  let folder: ServedFolder
  beforeAll(async () => {
    folder = await serveFolder(name, await more?.())
  }, 240_000)
  afterAll(() => folder?.close())
  return () => folder
}

describe('a to-do list with row level security', () => {
  const folder = served('todo', async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    const config = await readFile(
      path.join(import.meta.dirname, '../testing/folders/todo/supabase/config.toml'),
      'utf8',
    )
    return {
      'config.toml': config.replace('[auth]', '[auth]\nsigning_keys_path = "./signing_keys.json"'),
      'signing_keys.json': JSON.stringify([
        { ...(await exportJWK(privateKey)), kid: 'of-this-test', alg: 'RS256' },
      ]),
    }
  })
  const person = async (email: string) => {
    const client = folder().client()
    const { user, session } = await ok(client.auth.signUp({ email, password: 'abc123' }))
    return { client, user: user!, session: session! }
  }

  it('signs up without a mail, with what the folder asks of a password', async () => {
    const { error } = await folder().client().auth.signUp({ email: 'x@example.com', password: 'abcdef' })
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['characters'] })
    const { session } = await person('one@example.com')
    expect(session.expires_in).toBe(3600)
  })

  it('keeps each to her own, without a grant in the migration', async () => {
    const [one, other] = await Promise.all([person('two@example.com'), person('three@example.com')])
    const todo = await ok(one.client.from('todos').insert({ task: 'write a test' }).select().single())
    expect(todo).toMatchObject({ user_id: one.user.id, is_complete: false })
    expect(await ok(other.client.from('todos').select())).toEqual([])
    expect(await ok(folder().client().from('todos').select())).toEqual([])
    const foreign = await other.client.from('todos').insert({ task: 'in her name', user_id: one.user.id })
    expect(foreign).toMatchObject({ status: 403, error: { code: '42501' } })
    const short = await one.client.from('todos').insert({ task: 'x' })
    expect(short).toMatchObject({ status: 400, error: { code: '23514' } })
    expect(
      await ok(one.client.from('todos').update({ is_complete: true }).eq('id', todo.id).select()),
    ).toHaveLength(1)
  })

  it('signs with the folder’s own key, which anybody may check', async () => {
    const { client, session } = await person('four@example.com')
    const { keys } = await (await fetch(`${folder().server.url}/auth/v1/.well-known/jwks.json`)).json()
    expect(keys).toMatchObject([{ kid: 'of-this-test', kty: 'RSA', alg: 'RS256' }])
    expect(keys[0]).not.toHaveProperty('d')
    const claims = await ok(client.auth.getClaims(session.access_token))
    expect(claims.header).toMatchObject({ alg: 'RS256', kid: 'of-this-test' })
    expect(claims.claims.email).toBe('four@example.com')
    // A token of the installation's own secret is still one.
    expect(await ok(folder().client('service').from('todos').select('count').single())).toMatchObject({
      count: 1,
    })
  })
})

describe('a blog with pictures and several seeds', () => {
  const folder = served('blog')

  it('has the seeds of every file, and a page of five', async () => {
    const client = folder().client()
    expect(await ok(client.from('tags').select('name').order('id'))).toEqual([
      { name: 'one' },
      { name: 'two' },
      { name: 'three' },
    ])
    const { data, count } = await client
      .from('posts')
      .select('title, status, tags(name)', { count: 'exact' })
      .order('id')
    expect(data).toHaveLength(5)
    expect(data![2]).toEqual({
      title: 'Post number 6',
      status: 'published',
      tags: expect.arrayContaining([{ name: 'three' }]),
    })
    expect(count).toBe(10)
    expect(await ok(client.from('posts').select('id').textSearch('search', 'number'))).toHaveLength(5)
  })

  it('asks for a confirmed address, by a link that leads to the folder’s site', async () => {
    const client = folder().client()
    const email = 'author@example.com'
    const { user, session } = await ok(
      client.auth.signUp({ email, password: 'secret', options: { data: { name: 'Ana' } } }),
    )
    expect(session).toBeNull()
    const [mail] = await (await fetch(`${folder().server.mailboxUrl}.json?to=${email}`)).json()
    const link = new URL(mail.links[0])
    expect(link.origin).toBe(folder().server.url)
    expect(link.searchParams.get('redirect_to')).toBe('http://localhost:5173')
    const code = /\b\d{6}\b/.exec(mail.text)![0]
    await ok(client.auth.verifyOtp({ email, token: code, type: 'signup' }))
    expect(await ok(client.from('profiles').select().single())).toEqual({ id: user!.id, name: 'Ana' })
    const post = await ok(
      client.from('posts').insert({ title: 'Mine', author_id: user!.id }).select('id').single(),
    )
    expect(await ok(folder().client().from('posts').select().eq('id', post.id))).toEqual([])

    const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const covers = client.storage.from('covers')
    await ok(covers.upload(`${user!.id}/cover.png`, picture, { contentType: 'image/png' }))
    expect(await covers.upload('elsewhere.png', picture, { contentType: 'image/png' })).toMatchObject({
      error: { statusCode: '403' },
    })
    const text = await covers.upload(`${user!.id}/x.txt`, 'text', { contentType: 'text/plain' })
    expect(text).toMatchObject({ error: { statusCode: '415' } })
    const shown = await fetch(covers.getPublicUrl(`${user!.id}/cover.png`).data.publicUrl)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  })
})

describe('a shop with two schemas and functions', () => {
  const folder = served('shop')

  it('serves both schemas', async () => {
    const catalog = folder().client().schema('catalog')
    expect(await ok(catalog.from('products').select('sku').order('sku'))).toHaveLength(3)
    expect(await ok(catalog.rpc('cheaper_than', { cents: 500 }).select('sku'))).toHaveLength(2)
    expect(await folder().client().schema('auth').from('users').select()).toMatchObject({
      error: { code: 'PGRST106' },
    })
  })

  it('sells to who is signed in, and says what is sold out', async () => {
    const client = folder().client()
    expect(await client.rpc('buy', { sku: 'pen' })).toMatchObject({
      status: 401,
      error: { message: 'Sign in first' },
    })
    await ok(client.auth.signUp({ email: 'customer@example.com', password: 'secret' }))
    expect(await client.rpc('buy', { sku: 'paper' })).toMatchObject({ error: { hint: 'Try another' } })
    await ok(client.rpc('buy', { sku: 'pen', amount: 2 }))
    expect(await ok(client.from('orders').select('order_lines(sku, amount)'))).toEqual([
      { order_lines: [{ sku: 'pen', amount: 2 }] },
    ])
    const { data } = await client.functions.invoke('checkout', { body: {} })
    expect(data).toEqual({ orders: 1, receipt: 64 })
  })

  it('runs its functions as they are', async () => {
    const client = folder().client()
    const { data } = await client.functions.invoke('quote', { body: { cents: 1234 } })
    expect(data).toEqual({ price: '12.34 EUR', path: '/quote' })
    const closed = await fetch(`${folder().server.url}/functions/v1/checkout`, { method: 'POST' })
    expect(closed.status).toBe(401)
    const asleep = await client.functions.invoke('asleep')
    expect((asleep.response as Response).status).toBe(404)
  })
})

describe('a chat for anonymous visitors', () => {
  const folder = served('chat')

  it('lets two strangers talk, live, and one become a member', async () => {
    const [one, other] = [folder().client(), folder().client()]
    const { user } = await ok(one.auth.signInAnonymously({ options: { data: { nick: 'uno' } } }))
    expect(user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { nick: 'uno' } })
    await ok(other.auth.signInAnonymously())
    const heard: unknown[] = []
    const waves: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      other
        .channel('room-1')
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'messages' }, ({ new: row }) =>
          heard.push(row),
        )
        .on('broadcast', { event: 'wave' }, ({ payload }) => waves.push(payload))
        .subscribe((status, error) => {
          if (status === 'SUBSCRIBED') resolve()
          else if (error) reject(error)
        })
    })
    const speaking = one.channel('room-1')
    await new Promise<void>(
      (resolve) => void speaking.subscribe((status) => status === 'SUBSCRIBED' && resolve()),
    )
    await expect
      .poll(
        async () => {
          await one.from('messages').insert({ room_id: 1, body: 'hello' })
          await speaking.send({ type: 'broadcast', event: 'wave', payload: { by: 'uno' } })
          return [heard.length > 0, waves.length > 0]
        },
        { timeout: 15_000, interval: 500 },
      )
      .toEqual([true, true])
    expect(heard[0]).toMatchObject({ author: user!.id, body: 'hello' })

    // Who has no account deletes nothing, until she takes an address.
    expect(await ok(one.from('messages').delete().eq('author', user!.id).select())).toEqual([])
    const { user: member } = await ok(one.auth.updateUser({ email: 'uno@example.com', password: 'secret' }))
    expect(member).toMatchObject({ id: user!.id, email: 'uno@example.com', is_anonymous: false })
    await ok(one.auth.refreshSession())
    expect((await ok(one.from('messages').delete().eq('author', user!.id).select())).length).toBeGreaterThan(
      0,
    )
    await ok(folder().client().auth.signInWithPassword({ email: 'uno@example.com', password: 'secret' }))
  })
})
