import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failedWith } from '../toast/codigo.ts'
import { toast, toastStore } from '../toast/toast.tsx'
import { ask } from './ask.ts'
import { withReferences } from './reference.ts'

// What another file loaded before, without these, is loaded anew.
vi.hoisted(() => vi.resetModules())
vi.mock('./client.ts', () => ({ openClient: async () => ({}) }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  failedWith('')
  vi.useRealTimers()
})

/** A refusal of the service, as its client hands it out: without the answer's headers. */
const refuse = (status: number, name: string, code = '', sendsSignal = true) =>
  ask(async (_, signal) => {
    const fetched = withReferences(
      async () => new Response(null, { status, headers: { 'sb-request-id': name } }),
    )
    await fetched('https://casa.mx', sendsSignal ? { signal } : {})
    return { data: null, error: { code, message: 'no' }, status }
  }).catch(() => {})

const said = () => {
  toast({ title: 'No se pudo guardar', variant: 'destructive' })
  return toastStore.get()?.codigo
}

it('what says that something failed shows the end of the name that the service gave its answer', async () => {
  await refuse(500, 'A1B2C3D47F3K')
  expect(said()).toBe('7F3K')
  toast({ title: 'Guardado' })
  expect(toastStore.get()?.codigo).toBeUndefined()
  vi.advanceTimersByTime(1_000)
  expect(said()).toBeUndefined()
})

it('of calls that take no signal too, and of a name in small letters', async () => {
  await refuse(503, '0190-aaaa-9c7d', '', false)
  expect(said()).toBe('9C7D')
})

it('of its own answer, though another came later', async () => {
  const other = withReferences(
    async () => new Response(null, { status: 500, headers: { 'sb-request-id': 'OTRA' } }),
  )
  await refuse(500, 'A1B2C3D4SUYA')
  await other('https://casa.mx', { signal: new AbortController().signal })
  expect(said()).toBe('SUYA')
})

it.each([
  ['a wrong password', 400, 'invalid_credentials'],
  ['a rule of ours, which says why', 422, 'PT422'],
  ['a value that does not fit', 400, '23514'],
])('what she can correct herself has none: %s', async (_, status, code) => {
  await refuse(status, 'A1B2C3D47F3K', code)
  expect(said()).toBeUndefined()
})

it('what this app should not have asked for has one', async () => {
  await refuse(403, 'A1B2C3D47F3K', '42501')
  expect(said()).toBe('7F3K')
})
