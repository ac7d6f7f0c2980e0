import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'

const { answers } = vi.hoisted(() => ({ answers: [] as ((rows: unknown[]) => void)[] }))
vi.mock('../session/session.tsx', () => ({ useUser: () => ({ id: 'ana' }) }))
vi.mock('../api/ask.ts', () => ({
  ask: (_: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      answers.push(resolve)
      signal?.addEventListener('abort', () => reject(signal.reason))
    }),
}))
vi.mock('../offline/deviceStore.ts', async (original) => ({
  ...(await original<object>()),
  readCopy: async () => null,
}))

const { llaveToSeal, useCofre } = await import('./cofre.ts')
const { queryClient } = await import('../api/query.ts')

it('what is on its way is sealed though she leaves the screen that asked for the same', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { unmount } = renderHook(useCofre, { wrapper })
  const sealing = llaveToSeal('ana')
  await vi.waitFor(() => expect(answers).not.toHaveLength(0))
  unmount()
  for (const answer of answers) answer([])
  expect(await sealing).toBeNull()
})
