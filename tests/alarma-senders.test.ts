import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestPostgres } from '../server/testing/postgres.ts'
import { localPushService } from '../server/testing/pushService.ts'
import { localRelay } from '../server/testing/smtpRelay.ts'
import { AT_HAND, AT_HAND_UNKEYED, Senders } from './helpers/senders.ts'

/*
 * 300 messages; `npm run soak -- senders` has ten thousand.
 */

let senders: Senders
beforeAll(async () => {
  const [postgres, relay, push] = await Promise.all([startTestPostgres(), localRelay(), localPushService()])
  senders = await Senders.start({ postgres, relay, push })
}, 120_000)
afterAll(() => senders?.end())

it('two senders hand over each message once, at the rate that a provider takes', {
  timeout: 120_000,
}, async () => {
  const members = await senders.members(75)
  await senders.run(2, 'sms=40')
  await senders.press(members)
  const { twice, ...outcome } = await senders.deliver(members, { kills: 0, waitsOut: false })
  expect(outcome).toMatchObject({ due: 300, lost: 0, ahead: 0 })
  expect(twice).toEqual({ correo: 0, push: 0, sms: 0, whatsapp: 0 })
  // A quarter of a second's worth at a time, and the last one may have been quicker than the first.
  expect(senders.smsPerSecond()).toBeLessThanOrEqual(60)
  await senders.stop()
})

it('one of two senders dies again and again: nothing is lost, and what may come twice is bounded', {
  timeout: 180_000,
}, async () => {
  const members = await senders.members(75)
  await senders.run(2)
  await senders.press(members)
  const { twice, kills, ...outcome } = await senders.deliver(members, {
    kills: 2,
    everyMs: 100,
    waitsOut: false,
  })
  expect(outcome).toMatchObject({ due: 300, lost: 0, ahead: 0, untold: 0 })
  expect(twice.sms).toBe(0)
  expect(twice.whatsapp).toBeLessThanOrEqual(kills * AT_HAND_UNKEYED)
  expect(Math.max(twice.correo, twice.push)).toBeLessThanOrEqual(kills * AT_HAND)

  // Over, and pressed anew while that is being told: nobody reads last that it is over.
  await senders.close(members)
  await delay(30)
  await senders.press(members)
  await senders.deliver(members, { kills: 1, everyMs: 50, waitsOut: false })
  expect(senders.misled(members)).toEqual([])
})
