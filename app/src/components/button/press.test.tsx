import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followPresses, onceReleased } from './press.ts'

let end = () => {}
beforeEach(() => {
  end = followPresses()
})
afterEach(() => end())

const say = (type: string) => window.dispatchEvent(new Event(type))

it('moves nothing under a finger: what is to be done then waits until its press is made', () => {
  const act = vi.fn()
  onceReleased(act)
  expect(act, 'no finger is down').toHaveBeenCalledOnce()

  say('pointerdown')
  onceReleased(act)
  expect(act).toHaveBeenCalledOnce()
  say('click')
  expect(act).toHaveBeenCalledTimes(2)
  say('click')
  expect(act, 'once').toHaveBeenCalledTimes(2)
})

it('is not done where it is not wanted any more', () => {
  const act = vi.fn()
  say('pointerdown')
  onceReleased(act)()
  say('click')
  expect(act).not.toHaveBeenCalled()
})
