import { cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionContext, type SessionState } from '../lib/session/session.tsx'
import { sessionOf } from '../lib/testing/session.ts'
import { renderApp } from '../testing/render.tsx'
import { AppRoutes } from './AppRoutes.tsx'
import { routes } from './routes.tsx'

/*
 * Every screen while the service fails: it opens, stops waiting, and does not break.
 */

vi.mock('./layout/MemberShell.tsx', () => ({
  MemberShell: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))
// What is fetched behind the first screen.
vi.mock('./layout/useSettleIn.ts', () => ({ useSettleIn: () => {} }))

const FAILURES: Readonly<Record<string, () => Promise<Response>>> = {
  'without a network': () => Promise.reject(new TypeError('Failed to fetch')),
  'with answers of 500': async () => Response.json({ message: 'roto', code: 'XX000' }, { status: 500 }),
}

const SESSIONS: Readonly<Record<string, SessionState>> = {
  visitante: sessionOf(null),
  todas: sessionOf(null),
  miembro: sessionOf({ id: 'ana' }),
  admin: sessionOf({ id: 'ana' }, { estadoAdmin: 'activa', papeles: ['administradora'] }),
}

const screens = routes
  .filter(({ alone }) => !alone)
  .map(({ path, access }) => ({
    access,
    path: path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
  }))

const waiting = () =>
  [...document.querySelectorAll('[aria-busy=true], [role=status]')]
    .filter((one) => one.matches('[aria-busy=true]') || one.textContent?.includes('Cargando'))
    .map(({ outerHTML }) => outerHTML)

let answer = FAILURES['without a network']!
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => answer())
})

describe.each(Object.keys(FAILURES))('%s', (how) => {
  it.each(screens)('$path opens and waits for nothing', async ({ path, access }) => {
    answer = FAILURES[how]!
    renderApp(
      <MemoryRouter initialEntries={[path]} useTransitions={false}>
        <SessionContext value={SESSIONS[access]!}>
          <AppRoutes />
        </SessionContext>
      </MemoryRouter>,
    )
    await screen.findAllByRole('heading')
    await waitFor(() => expect(waiting()).toEqual([]), { timeout: 30_000 })
    expect(screen.queryByText('No pudimos abrir esta página.')).toBeNull()
    cleanup()
  })
})
