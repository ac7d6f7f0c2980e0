import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import webPush from 'web-push'
import { localPushService } from '../../testing/pushService.ts'
import { type DeliverPush, type Push, pushDelivery } from './deliver.ts'
import { PushSender } from './sender.ts'

const keys = webPush.generateVAPIDKeys()
const subject = 'mailto:admin@ejemplo.mx'
const project = {
  subject,
  take: 'take',
  settle: 'settle',
  outcomes: { sent: 'enviado', again: 'otra vez', gone: 'ido', refused: 'no' },
}

let service: Awaited<ReturnType<typeof localPushService>>
let deliver: DeliverPush
beforeEach(async () => {
  service = await localPushService()
  deliver = pushDelivery({ keys, subject, services: [service.origin] })
})
afterEach(() => service.close())

const push = (over: Partial<Push> = {}): Push => ({
  id: 'uno',
  ttl: 3600,
  ...service.subscribe('telefono'),
  ...over,
})

describe('a message', () => {
  it('is opened by the device alone, says nothing but its id, and is signed', async () => {
    expect(await deliver(push())).toBe('sent')
    expect(service.received).toMatchObject([
      {
        path: '/telefono',
        ttl: 3600,
        urgency: 'high',
        publicKey: keys.publicKey,
        claims: { aud: service.origin, sub: subject },
        message: { id: 'uno' },
      },
    ])
  })

  it.each([
    [201, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [429, 'again'],
    [503, 'again'],
    [403, 'refused'],
    [301, 'refused'],
  ] as const)('answered with %d is %s', async (status, outcome) => {
    service.answers.push(status)
    expect(await deliver(push())).toBe(outcome)
  })

  it('goes to push services alone, whatever address a member wrote', async () => {
    const strict = pushDelivery({ keys, subject, services: [] })
    for (const endpoint of [
      `${service.origin}/telefono`,
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com.malo.test/x',
      'https://malo.test/?fcm.googleapis.com',
      'https://user@127.0.0.1/fcm.googleapis.com',
      'nada',
    ]) {
      expect(await strict(push({ endpoint })), endpoint).toBe('refused')
    }
    expect(service.received).toEqual([])
  })

  it('for keys that are none, or a service that is not there, fails without noise', async () => {
    expect(await deliver(push({ p256dh: 'x' }))).toBe('gone')
    const { endpoint, ...rest } = push()
    await service.close()
    expect(await deliver({ endpoint, ...rest })).toBe('again')
    service = await localPushService()
  })
})

describe('the sender', () => {
  function sending(due: Push[][], how: DeliverPush) {
    const settled: unknown[][] = []
    const pool = {
      query: async (sql: string, values?: unknown[]) => {
        if (sql === 'take') return { rows: due.shift() ?? [] }
        settled.push(values!)
        return { rows: [] }
      },
    }
    const sender = new PushSender({
      project,
      pool: pool as never,
      deliver: how,
      log: { warn: () => {} },
    })
    return { sender, settled }
  }

  it('sends all that is due and notes how it ended, in the project’s own words', async () => {
    const due = [['a', 'b', 'c'].map((id) => push({ id })), [push({ id: 'd' })]]
    const { sender, settled } = sending(due, deliver)
    await sender.sendDue()
    expect(settled.map(([id, word]) => `${id} ${word}`).sort()).toEqual([
      'a enviado',
      'b enviado',
      'c enviado',
      'd enviado',
    ])
  })

  it('that is stopped finishes what it took, and takes no more', async () => {
    const release = service.holdBack()
    const { sender, settled } = sending([[push()], [push({ id: 'dos' })]], deliver)
    const sent = sender.sendDue()
    const stopped = sender.stop()
    release()
    await stopped
    await sent
    await sender.sendDue()
    expect(settled).toEqual([['uno', 'enviado']])
    expect(service.received).toHaveLength(1)
  })
})
