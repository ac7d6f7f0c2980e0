import type { Session, User } from '@supabase/supabase-js'
import type { SessionState } from '../session/session.tsx'

/** What the context says of a visitor; with a user, of a member with nothing left to give. */
export function sessionOf(
  user: Partial<User> | null,
  over: Partial<SessionState> = {},
  aal: 'aal1' | 'aal2' = 'aal1',
): SessionState {
  // What of its token the app itself reads: how she signed in.
  const access_token = `.${btoa(JSON.stringify({ aal }))}.`
  const session = user && ({ user, access_token } as Session)
  return {
    loading: false,
    session,
    user: session?.user ?? null,
    entroPorEnlace: false,
    has: () => false,
    papeles: [],
    estadoAdmin: session ? 'ninguna' : null,
    refreshAdmin: async () => {},
    signOut: async () => {},
    ...over,
  }
}
