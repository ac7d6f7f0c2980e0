import { createClient, type SupabaseClient } from '@supabase/supabase-js'

const HOUR_S = 3_600

const base64url = (value: object) =>
  btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

type SignedIn = {
  /** Which of her sessions it is. */
  session: string
  /** Seconds until her token is over by the device's clock: less than none on one that runs ahead. */
  tokenEndsIn: number
  /** What the service answers. */
  answer: (url: string, init: RequestInit) => Response
}

/** The official client itself, signed in as Ana, with this service behind it. */
export function signedIn({ session, tokenEndsIn, answer }: SignedIn): SupabaseClient {
  const now = Math.floor(Date.now() / 1000)
  const user = { id: 'ana', aud: 'authenticated' }
  const claims = { sub: user.id, session_id: session, iat: now - HOUR_S, exp: now + tokenEndsIn }
  const kept = {
    access_token: [base64url({ alg: 'HS256', typ: 'JWT' }), base64url(claims), 'firmada_'].join('.'),
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: HOUR_S,
    // Its end was moved to the device's clock when it came (`steadySession.ts`).
    expires_at: now + HOUR_S,
    user,
  }
  return createClient('https://casa.mx', 'anon', {
    auth: {
      storageKey: 'sesion',
      storage: { getItem: () => JSON.stringify(kept), setItem: () => {}, removeItem: () => {} },
      autoRefreshToken: false,
    },
    // The oldest Node that is served has none of its own.
    realtime: { transport: class {} as never },
    global: {
      fetch: async (input, init = {}) =>
        String(input).includes('/auth/v1/user') ? Response.json(user) : answer(String(input), init),
    },
  })
}
