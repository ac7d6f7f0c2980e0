import { describe, expect, it } from 'vitest'
import type { Mail, MailLane } from './mailer.ts'
import { MailQueue } from './queue.ts'

const mail = (to: string, lane: MailLane = 'ordinary'): Mail => ({
  to,
  subject: 's',
  text: 't',
  html: 'h',
  kind: 'confirmation',
  lane,
})

describe('the mail queue', () => {
  it('takes a message at once and delivers it later', async () => {
    const delivered: string[] = []
    const queue = new MailQueue(
      async ({ to }) => void delivered.push(to),
      () => {},
    )
    queue.send(mail('a'))
    queue.send(mail('b'))
    await queue.settled()
    expect(delivered).toEqual(['a', 'b'])
  })

  it('tries again, and gives up in the end without saying to whom', async () => {
    let attempts = 0
    const failures: unknown[] = []
    const queue = new MailQueue(
      async () => {
        attempts++
        throw new Error('no')
      },
      (...what) => failures.push(what),
      { retryMs: [0, 0] },
    )
    queue.send(mail('ana@example.com'))
    await queue.settled()
    expect(attempts).toBe(3)
    expect(failures).toEqual([['confirmation', new Error('no')]])
  })

  it('delivers what failed once and then not', async () => {
    const delivered: string[] = []
    let attempts = 0
    const queue = new MailQueue(
      async ({ to }) => {
        if (++attempts === 1) throw new Error('busy')
        delivered.push(to)
      },
      () => {},
      { retryMs: [0] },
    )
    queue.send(mail('a'))
    await queue.settled()
    expect(delivered).toEqual(['a'])
  })

  it('never has more than four on their way, and leaves none behind', async () => {
    let now = 0
    let most = 0
    let count = 0
    const queue = new MailQueue(
      async () => {
        most = Math.max(most, ++now)
        await new Promise(setImmediate)
        now--
        count++
      },
      () => {},
    )
    for (let i = 0; i < 50; i++) queue.send(mail(String(i)))
    await queue.settled()
    expect({ most, count }).toEqual({ most: 4, count: 50 })
  })

  it('does not wait for another attempt once it is closed', async () => {
    const failures: unknown[] = []
    const queue = new MailQueue(
      async () => {
        throw new Error('no')
      },
      (kind) => failures.push(kind),
      { retryMs: [60_000] },
    )
    queue.send(mail('a'))
    await queue.close()
    expect(failures).toEqual(['confirmation'])
  })

  it('lets no ordinary message delay, or push out, one of security', async () => {
    const delivered: string[] = []
    const dropped: string[] = []
    let answer = () => {}
    const answered = new Promise<void>((done) => {
      answer = done
    })
    const queue = new MailQueue(
      async ({ to, lane }) => {
        if (lane === 'ordinary') await answered
        delivered.push(to)
      },
      (kind) => dropped.push(kind),
    )
    for (let i = 0; i < 1_010; i++) queue.send(mail(`o${i}`))
    expect(dropped.length, 'four are on their way, a thousand wait').toBe(6)
    queue.send(mail('notice', 'security'))
    await new Promise(setImmediate)
    expect(delivered).toEqual(['notice'])
    expect(dropped).toHaveLength(6)
    answer()
    await queue.settled()
    expect(delivered).toHaveLength(1_005)
  })
})
