import { act, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { ask } from '../../../lib/api/ask.ts'
import { SessionContext } from '../../../lib/session/session.tsx'
import { sessionOf } from '../../../lib/testing/session.ts'
import { renderApp } from '../../../testing/render.tsx'
import { PrimerosPasos } from './PrimerosPasos.tsx'

vi.mock('../../../lib/api/ask.ts', async (original) => ({
  ...(await original<typeof import('../../../lib/api/ask.ts')>()),
  ask: vi.fn(),
}))

it('a question that failed, and is asked again without an answer, takes no step away from under her finger', async () => {
  vi.mocked(ask).mockRejectedValue(new TypeError('Failed to fetch'))
  const { client } = renderApp(
    <MemoryRouter>
      <SessionContext value={sessionOf({ id: 'ana' })}>
        <PrimerosPasos />
      </SessionContext>
    </MemoryRouter>,
  )
  const add = await screen.findByRole('button', { name: 'Agregar a alguien' })
  vi.mocked(ask).mockReturnValue(new Promise(() => {}))
  const before = vi.mocked(ask).mock.calls.length
  void client.refetchQueries()
  // What it changes is drawn by then.
  await act(() => new Promise((drawn) => setTimeout(drawn, 50)))
  expect(vi.mocked(ask).mock.calls.length).toBeGreaterThan(before)
  expect(screen.getByRole('button', { name: 'Agregar a alguien' })).toBe(add)
})
