import { expect, it } from 'vitest'
import { inRounds } from './coalescedRuns.ts'

it.each(Array.from({ length: 16 }, (_, steps) => steps))(
  'sees what was changed before the call, also when it comes %i steps after the first',
  async (steps) => {
    let changed = 1
    let seen = 0
    const run = inRounds(async () => {
      const now = changed
      await null
      seen = now
    })
    void run()
    for (let step = 0; step < steps; step += 1) await null
    changed = 2
    await run()
    expect(seen).toBe(2)
  },
)

it('runs one round at a time, and many calls meanwhile ask for one more', async () => {
  let running = 0
  let rounds = 0
  const run = inRounds(async () => {
    expect(++running).toBe(1)
    await null
    running--
    rounds++
  })
  await Promise.all([run(), run(), run(), run()])
  expect(rounds).toBe(2)
})

it('says that a round failed, and runs again when asked', async () => {
  let fails = true
  const run = inRounds(async () => {
    if (fails) throw new Error('no')
  })
  await expect(run()).rejects.toThrow('no')
  fails = false
  await run()
})
