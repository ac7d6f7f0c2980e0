import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
let url: string
beforeAll(async () => {
  harness = await startHarness()
  url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => harness?.close())

/** The official client as a browser of its own: nothing is shared between two of them. */
async function client(flowType: 'implicit' | 'pkce' = 'implicit'): Promise<SupabaseClient> {
  const key = await harness.options.tokens.sign({ role: 'anon' })
  return createClient(url, key, {
    // Node 20 has no WebSocket, and nothing here listens to one.
    realtime: { transport: class {} as never },
    auth: {
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType,
      storage: memory(),
      persistSession: true,
    },
  })
}

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

describe('the official client', () => {
  it('signs up, confirms by the mailed link, signs in, refreshes, updates and signs out', async () => {
    const supabase = await client()
    const credentials = { email: 'Ana@Example.com', password: 'una clave larga' }
    const signedUp = await supabase.auth.signUp({ ...credentials, options: { data: { username: 'Ana' } } })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session).toBeNull()
    expect(signedUp.data.user).toMatchObject({
      email: 'ana@example.com',
      role: 'authenticated',
      user_metadata: { username: 'Ana' },
      identities: [{ provider: 'email' }],
    })

    const early = await supabase.auth.signInWithPassword(credentials)
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })

    const [mail] = await harness.mailsTo('ana@example.com')
    expect(mail?.subject).toBe('Confirma tu correo')
    const link = new URL(mail!.links[0]!)
    expect(link.origin + link.pathname).toBe('http://127.0.0.1:8080/auth/v1/verify')
    const opened = await fetch(url + link.pathname + link.search, { redirect: 'manual' })
    expect(opened.status).toBe(303)
    const fragment = new URLSearchParams(new URL(opened.headers.get('location')!).hash.slice(1))
    expect(fragment.get('type')).toBe('signup')
    expect(fragment.get('access_token')).toBeTruthy()

    const signedIn = await supabase.auth.signInWithPassword(credentials)
    expect(signedIn.error).toBeNull()
    const refreshed = await supabase.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token)

    const updated = await supabase.auth.updateUser({ data: { color: 'verde' } })
    expect(updated.data.user?.user_metadata).toEqual({ username: 'Ana', color: 'verde' })
    expect((await supabase.auth.getUser()).data.user?.email).toBe('ana@example.com')

    expect((await supabase.auth.signOut()).error).toBeNull()
    const other = await client()
    const stale = await other.auth.getUser(refreshed.data.session!.access_token)
    expect(stale.error?.name).toBe('AuthSessionMissingError')
  })
})
