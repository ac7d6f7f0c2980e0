import { expect, it, vi } from 'vitest'
import { createSubmission, type Steps } from './submission.ts'

type Values = { nombre: string; telefono: string }

const FULL: Values = { nombre: 'Ana', telefono: '55' }

/** A send that answers when it is told to. */
function held() {
  let answer = (_?: { nombre: string }) => {}
  let fail = (_: unknown) => {}
  const send = vi.fn<Steps<Values>['send']>(
    () =>
      new Promise((resolve, reject) => {
        answer = resolve
        fail = reject
      }),
  )
  return {
    send,
    answer: (errors?: { nombre: string }) => answer(errors),
    fail: (failure: unknown) => fail(failure),
  }
}

it('sends once, however often she presses', async () => {
  const form = createSubmission<Values>()
  const { send, answer } = held()
  const first = form.submit(FULL, { send })
  await form.submit(FULL, { send })
  expect(form.get().busy).toBe(true)
  answer()
  await first
  expect(form.get().busy).toBe(false)
  expect(send).toHaveBeenCalledTimes(1)
  const again = form.submit(FULL, { send })
  answer()
  await again
  expect(send).toHaveBeenCalledTimes(2)
})

it('sends within her press, as the browser asks of what opens a window', () => {
  const send = vi.fn()
  void createSubmission<Values>().submit(FULL, { send })
  expect(send).toHaveBeenCalledWith(FULL)
})

it('says at its field what is wrong, and sends nothing', async () => {
  const form = createSubmission<Values>()
  const send = vi.fn()
  const onRefused = vi.fn()
  const check = ({ nombre }: Values) => ({
    ...(!nombre && { nombre: 'Escribe su nombre.' }),
    telefono: undefined,
  })
  await form.submit({ nombre: '', telefono: '' }, { check, onRefused, send })
  expect(form.get()).toEqual({ errors: { nombre: 'Escribe su nombre.' }, busy: false, refusals: 1 })
  expect(onRefused).toHaveBeenCalledTimes(1)
  expect(send).not.toHaveBeenCalled()
  // The same mistake again: the focus goes there again.
  await form.submit({ nombre: '', telefono: '' }, { check, send })
  expect(form.get().refusals).toBe(2)
  await form.submit(FULL, { check, send })
  expect(send).toHaveBeenCalledTimes(1)
  expect(form.get()).toMatchObject({ errors: {}, refusals: 2 })
})

it('does nothing, and says nothing of its own, while nothing can be sent', async () => {
  const form = createSubmission<Values>()
  const send = vi.fn()
  const check = vi.fn()
  const before = form.get()
  await form.submit(FULL, { ready: () => false, check, send })
  expect(form.get()).toBe(before)
  expect(check).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

it('forgets what was wrong with a field once she changes it, and nothing else', () => {
  const form = createSubmission<Values>()
  form.refuse({ nombre: 'a', telefono: 'b' })
  form.forgive(['telefono'])
  expect(form.get().errors).toEqual({ nombre: 'a' })
  const before = form.get()
  form.forgive(['telefono'])
  expect(form.get()).toBe(before)
})

it("says the service's errors at their field", async () => {
  const form = createSubmission<Values>()
  const { send, answer, fail } = held()
  const returned = form.submit(FULL, { send })
  answer({ nombre: 'Ya existe.' })
  await returned
  expect(form.get()).toEqual({ errors: { nombre: 'Ya existe.' }, busy: false, refusals: 1 })

  const onFailure = vi.fn(() => ({ telefono: 'No es un número.' }))
  const thrown = form.submit(FULL, { send, onFailure })
  expect(form.get().errors).toEqual({})
  fail('the failure')
  await thrown
  expect(onFailure).toHaveBeenCalledWith('the failure', FULL)
  expect(form.get()).toEqual({ errors: { telefono: 'No es un número.' }, busy: false, refusals: 2 })
})

it('can be pressed again after a failure that is said elsewhere', async () => {
  const form = createSubmission<Values>()
  await form.submit(FULL, { send: () => Promise.reject(new Error()), onFailure: () => {}, leaves: true })
  expect(form.get()).toEqual({ errors: {}, busy: false, refusals: 0 })
})

it('does not swallow a failure that nobody says', async () => {
  const form = createSubmission<Values>()
  await expect(form.submit(FULL, { send: () => Promise.reject(new Error('ours')) })).rejects.toThrow('ours')
  expect(form.get().busy).toBe(false)
})

it('stays busy where having sent it leads elsewhere, so that nothing is sent twice on the way', async () => {
  const form = createSubmission<Values>()
  const send = vi.fn()
  await form.submit(FULL, { send, leaves: true })
  expect(form.get().busy).toBe(true)
  await form.submit(FULL, { send, leaves: true })
  expect(send).toHaveBeenCalledTimes(1)

  const refused = createSubmission<Values>()
  await refused.submit(FULL, { send: () => ({ nombre: 'no' }), leaves: true })
  expect(refused.get().busy).toBe(false)
})
