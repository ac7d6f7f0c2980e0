import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetShared, readShared, takeShared } from './share.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetShared()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Hands a form over as the device does. */
async function share(fields: Record<string, string>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const request = new Request('https://app.test/compartir', { method: 'POST', body })
  vi.spyOn(Response, 'redirect').mockReturnValue(new Response())
  await takeShared(request, { waitUntil: () => {} } as unknown as ExtendableEvent)
}

it('a text that is shared leads to the diary by an address that tells nothing of it, and stays until the diary has it', async () => {
  expect(readShared()).toBe('')
  await share({ titulo: 'Un poema', texto: 'Verso', enlace: ' ' })
  expect(Response.redirect).toHaveBeenCalledWith('/diario-emocional', 303)
  expect(readShared()).toBe('Un poema\nVerso')
  expect(readShared()).toBe('Un poema\nVerso')
  forgetShared()
  expect(readShared()).toBe('')
})

it('a text that is shared is forgotten after four minutes, and the next one has four of its own', async () => {
  await share({ texto: 'Uno' })
  await vi.advanceTimersByTimeAsync(200_000)
  await share({ texto: 'Dos' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(readShared()).toBe('Dos')
  await vi.advanceTimersByTimeAsync(200_000)
  expect(readShared()).toBe('')
})

it('a text that is shared is no longer than a page of the diary', async () => {
  await share({ texto: 'a'.repeat(50_000) })
  expect(readShared()).toHaveLength(20_000)
})
