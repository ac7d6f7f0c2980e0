import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SESSION_KEY } from './keys.ts'
import { SessionProvider, useSession } from './session.tsx'
import { endSessionHere } from './sessionEnd.ts'

type Listener = (event: AuthChangeEvent, session: Session | null) => void
let tell: Listener

vi.mock('../api/clientLoader.ts', () => ({
  openClient: async () => {},
  onceOpen: (take: (client: unknown) => void) => {
    const onAuthStateChange = (listener: Listener) => {
      tell = listener
      return { data: { subscription: { unsubscribe: () => {} } } }
    }
    take({ auth: { onAuthStateChange } })
    return () => {}
  },
}))
vi.mock('./eraseDevice.ts', () => ({
  eraseDevice: async () => {},
  forgetAccountIfDeleted: async () => false,
}))
vi.mock('../team/administracion.ts', () => ({
  useEstadoAdmin: () => ({ estadoAdmin: null, papeles: [], refreshAdmin: async () => {} }),
}))

const hers = { access_token: 'a', refresh_token: 'r', user: { id: 'ana' } } as Session

const Who = () => <p>{useSession().user?.id ?? 'nobody'}</p>

beforeEach(() => {
  localStorage.setItem(SESSION_KEY, JSON.stringify(hers))
  render(
    <SessionProvider>
      <Who />
    </SessionProvider>,
  )
})
afterEach(() => localStorage.clear())

it('a session that the client cannot renew stays, as long as the device has it', () => {
  act(() => tell('INITIAL_SESSION', null))
  expect(screen.getByText('ana')).toBeDefined()
})

it('one that has ended here does not come back by the word of another tab, which did not know yet', async () => {
  await act(endSessionHere)
  expect(screen.getByText('nobody')).toBeDefined()
  act(() => tell('SIGNED_IN', hers))
  expect(screen.getByText('nobody')).toBeDefined()
})
