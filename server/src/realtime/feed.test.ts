import { describe, expect, it } from 'vitest'
import { ChangeFeed, type Listener } from './changes.ts'
import type { Sight } from './readers.ts'
import type { Change } from './replication.ts'
import type { Binding } from './subscriptions.ts'

/*
 * The feed between a change and its readers, with a database that answers when the test says so: what happens while it is
 * asked.
 */
const change: Change = {
  type: 'INSERT',
  table: { oid: 1, schema: 'public', name: 'notes', key: ['id'] },
  row: { id: '7' },
  transaction: 1,
  committedAt: '2026-01-01T00:00:00Z',
}
const sight: Sight = { readers: [0], record: '{"id":7}', columns: '[]', matches: [] }

interface Channel extends Listener {
  principal: { role: string; claims: string; quotedClaims: string }
  heard: string[]
}

function channel(principal: string): Channel {
  const heard: string[] = []
  return {
    principal: { role: 'authenticated', claims: principal, quotedClaims: `"${principal}"` },
    topic: 'realtime:notes',
    version: '1.0.0',
    heard,
    send: (frame) => void heard.push(frame.toString()),
  }
}

/** A feed whose one question is answered by calling `answer`. */
function feedOf(subscribers: Channel[]) {
  let answer = () => {}
  const bindings: Binding<Listener>[] = subscribers.map((subscriber) => ({
    subscriber,
    request: { id: 3, event: '*', schema: 'public', table: 'notes', echo: {} },
  }))
  const readers = {
    ask: (_question: unknown, _role: string, _claims: string[], onSight: (sight: Sight) => void) =>
      new Promise<void>((resolve) => {
        answer = () => {
          onSight(sight)
          resolve()
        }
      }),
  }
  const feed = new ChangeFeed({ of: () => bindings } as never, readers as never)
  return { feed, answer: () => answer() }
}

describe('while the database is asked who may read a row', () => {
  it('she who asked for changes is sent it', async () => {
    const hers = channel('ana')
    const { feed, answer } = feedOf([hers])
    await feed.publish(change)
    answer()
    await feed.settled()
    expect(hers.heard).toHaveLength(1)
    expect(hers.heard[0]).toContain('"ids":[3]')
  })

  it('a token that was swapped for somebody else’s is sent nothing that the first one might read', async () => {
    const hers = channel('ana')
    const { feed, answer } = feedOf([hers])
    await feed.publish(change)
    hers.principal = channel('bea').principal
    answer()
    await feed.settled()
    expect(hers.heard).toEqual([])
  })

  it('who may not read it is sent nothing, beside one of the same claims who asked for something else', async () => {
    const [hers, also] = [channel('ana'), channel('ana')]
    const { feed, answer } = feedOf([hers, also])
    await feed.publish(change)
    also.principal = channel('bea').principal
    answer()
    await feed.settled()
    expect([hers.heard.length, also.heard.length]).toEqual([1, 0])
  })
})
