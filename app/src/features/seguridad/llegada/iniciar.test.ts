import { expect, it, vi } from 'vitest'
import { ServiceError } from '../../../lib/api/errors.ts'
import { startOnce } from './iniciar.ts'

/** A draft with the id of an earlier press, and a service that answers to it with this failure, and to no other id. */
function press(code: string) {
  const draft = {
    id: 'antes',
    renew: vi.fn(() => {
      draft.id = 'nueva'
      return draft.id
    }),
  }
  const start = vi.fn(async (id: string) => {
    if (id === 'antes') throw new ServiceError('no', code, 0)
    return { vence_en: 'lo que dice el servicio' }
  })
  return { draft, start, pressed: () => startOnce(draft, start) }
}

it('one whose answer was lost and that has ended since is not taken for the new one', async () => {
  const { draft, start, pressed } = press('PT410')
  expect(await pressed()).toEqual({ vence_en: 'lo que dice el servicio' })
  expect(start.mock.calls).toEqual([['antes'], ['nueva']])
  expect(draft.id).toBe('nueva')
})

it('says that one runs with another time, and starts beside it only when she presses again', async () => {
  const { start, pressed } = press('PT409')
  await expect(pressed()).rejects.toMatchObject({ code: 'PT409' })
  expect(start).toHaveBeenCalledOnce()
  await pressed()
  expect(start).toHaveBeenLastCalledWith('nueva')
})

it.each(['network', 'request_timeout', 'PT429'])(
  'after %s the id stays: it may have arrived',
  async (code) => {
    const { draft, pressed } = press(code)
    await expect(pressed()).rejects.toMatchObject({ code })
    expect(draft.renew).not.toHaveBeenCalled()
  },
)
