import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { localRelay } from '../../testing/smtpRelay.ts'
import { createPool } from '../db/database.ts'
import { SecretBox } from '../tokens/secretBox.ts'
import { createMail, type Post } from './index.ts'
import type { Mail, MailLane } from './mailer.ts'
import { Outbox } from './outbox.ts'

const PLATFORM = path.join(import.meta.dirname, '..', '..', 'platform')

let postgres: TestPostgres
let pool: pg.Pool
beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = createPool(postgres.address, postgres.owner)
  for (const file of ['01_roles.sql', '02_auth.sql', '06_local_server.sql'])
    await pool.query(await readFile(path.join(PLATFORM, file), 'utf8'))
})
afterAll(async () => {
  await pool?.end()
  await postgres?.stop()
})
beforeEach(() => pool.query('truncate local_server.mail_outbox'))

const mail = (to: string, lane: MailLane = 'ordinary'): Mail => ({
  to,
  subject: 'Asunto',
  text: 'secreto',
  html: '<p>secreto</p>',
  kind: 'confirmation',
  lane,
})
const SECRET = 'a secret of an installation'
const box = new SecretBox(SECRET, 'mail')
const nothing = box.seal(JSON.stringify({ subject: '', text: '', html: '' }))
const waiting = async () =>
  (await pool.query('select recipient, attempts from local_server.mail_outbox order by recipient')).rows
/** Lets what waits be due now. */
const passTime = () =>
  pool.query(
    `update local_server.mail_outbox set due_at = now(), created_at = created_at - interval '20 minutes'`,
  )

describe('mails that wait for the relay', () => {
  const open: Outbox[] = []
  const outbox = (
    ...args: ConstructorParameters<typeof Outbox> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => {
    const made = new Outbox(pool, box, ...args)
    open.push(made)
    return made
  }
  afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

  it('are erased once they were taken', async () => {
    const delivered: string[] = []
    const box = outbox(
      async ({ to }) => void delivered.push(to),
      () => {},
    )
    await box.keep(mail('a'))
    await box.keep(mail('b', 'security'))
    await box.settled()
    expect(delivered.sort()).toEqual(['a', 'b'])
    expect(await waiting()).toEqual([])
  })

  it('are taken back from an attempt before another begins', async () => {
    let isOut = false
    const box = outbox(
      (_, signal) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => {
            isOut = true
            reject(signal.reason)
          }),
        ),
      () => {},
      { attemptMs: 50 },
    )
    await box.keep(mail('a'))
    await expect.poll(() => isOut).toBe(true)
    await box.settled()
    expect(await waiting()).toEqual([{ recipient: 'a', attempts: 1 }])
  })

  it('outlive a relay that is away for hours, and the process', async () => {
    const given: string[] = []
    const down = outbox(
      async () => {
        throw new Error('connection refused')
      },
      (kind) => given.push(kind),
    )
    for (let i = 0; i < 20; i++) await down.keep(mail(`m${i}`))
    await down.settled()
    for (let round = 0; round < 10; round++) {
      await passTime()
      await expect(down.work()).rejects.toThrow('connection refused')
    }
    await down.close()
    expect(given).toEqual([])
    expect(await waiting()).toHaveLength(20)
    await passTime()
    const delivered: string[] = []
    const up = outbox(
      async ({ to }) => void delivered.push(to),
      () => {},
    )
    await up.work()
    expect(delivered).toHaveLength(20)
    expect(await waiting()).toEqual([])
  })

  it('are tried after growing pauses', async () => {
    const box = outbox(
      async () => {
        throw new Error('no')
      },
      () => {},
      { pauses: [60, 120] },
    )
    await box.keep(mail('a'))
    await box.settled()
    const due = async () =>
      (
        await pool.query<{ s: number }>(
          'select round(extract(epoch from due_at - now()))::int as s from local_server.mail_outbox',
        )
      ).rows[0]!.s
    expect(await due()).toBe(60)
    for (const pause of [120, 120]) {
      await passTime()
      await box.work().catch(() => {})
      expect(await due()).toBe(pause)
    }
  })

  it('are given up and erased when the relay will never take them, or after thirty hours', async () => {
    const given: [string, unknown][] = []
    const refusal = Object.assign(new Error('no such mailbox'), { code: 'EENVELOPE', responseCode: 550 })
    const never = outbox(
      async () => {
        throw refusal
      },
      (...what) => given.push(what),
    )
    await never.keep(mail('a'))
    await never.settled()
    expect(given).toEqual([['confirmation', refusal]])
    const down = outbox(
      async () => {
        throw new Error('no')
      },
      (...what) => given.push(what),
    )
    await down.keep(mail('b'))
    await down.settled()
    await pool.query(
      `update local_server.mail_outbox set due_at = now(), created_at = now() - interval '31 hours'`,
    )
    await down.work()
    expect(given).toHaveLength(2)
    expect(await waiting()).toEqual([])
    await expect(down.work(), 'nothing waits, so nothing is wrong').resolves.toBeUndefined()
  })

  it('are handed over once by many processes, and again where one died on the way', async () => {
    const delivered: string[] = []
    const boxes = Array.from({ length: 3 }, () =>
      outbox(
        async ({ to }) => void delivered.push(to),
        () => {},
      ),
    )
    await pool.query(
      `insert into local_server.mail_outbox (lane, kind, recipient, sealed)
       select 'ordinary', 'k', 'm' || n, $1 from generate_series(1, 60) n`,
      [nothing],
    )
    await Promise.all(boxes.map((box) => box.work()))
    expect(new Set(delivered).size).toBe(60)
    expect(delivered).toHaveLength(60)

    // Claimed by a process that is no more: due again later, not now.
    await pool.query(
      `insert into local_server.mail_outbox (lane, kind, recipient, sealed, due_at, attempts)
       values ('ordinary', 'k', 'left', $1, now() + interval '100 seconds', 1)`,
      [nothing],
    )
    await boxes[0]!.work()
    expect(delivered).not.toContain('left')
    await passTime()
    await boxes[0]!.work()
    expect(delivered).toContain('left')
  })

  it('lie there encrypted, and are given up where the server has another key', async () => {
    const failures: string[] = []
    const away = outbox(
      async () => Promise.reject(new Error('away')),
      () => {},
    )
    await away.keep(mail('ella'))
    await away.settled()
    const { rows } = await pool.query('select * from local_server.mail_outbox')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/secreto|Asunto/)
    await passTime()
    const restored = new Outbox(
      pool,
      new SecretBox('another secret', 'mail'),
      async () => expect.unreachable(),
      (kind) => failures.push(kind),
    )
    await restored.work()
    expect(failures).toEqual(['confirmation'])
    expect(await waiting()).toEqual([])
  })

  it('of security do not wait for ordinary ones that nobody takes', async () => {
    const delivered: string[] = []
    let answer = () => {}
    const answered = new Promise<void>((done) => {
      answer = done
    })
    const box = outbox(
      async ({ to, lane }) => {
        if (lane === 'ordinary') await answered
        delivered.push(to)
      },
      () => {},
    )
    for (let i = 0; i < 10; i++) await box.keep(mail(`o${i}`))
    await box.keep(mail('notice', 'security'))
    await expect.poll(() => delivered).toEqual(['notice'])
    answer()
    await box.settled()
    expect(delivered).toHaveLength(11)
  })

  it('are not for the roles of the API to read', async () => {
    for (const role of ['anon', 'authenticated', 'service_role', 'authenticator']) {
      const { rows } = await pool.query(
        `select has_table_privilege($1, 'local_server.mail_outbox', 'select') as may`,
        [role],
      )
      expect(rows, role).toEqual([{ may: false }])
    }
  })
})

describe('a mail system with a relay', () => {
  let post: Post | undefined
  let relay: Awaited<ReturnType<typeof localRelay>>
  beforeEach(async () => {
    relay = await localRelay()
    const smtp = { host: '127.0.0.1', port: relay.port, from: 'Casa <casa@example.com>', secure: false }
    post = await createMail({ config: { smtp, secrets: { jwtSecret: SECRET } }, pool, onFailure: () => {} })
  })
  afterEach(async () => {
    await post?.close()
    await relay.close()
  })

  it('keeps what the relay does not take, and sends it under one message id', async () => {
    relay.refuse = (line) => (line === '.' ? '451 later' : undefined)
    post!.mailer.send(mail('ana@example.com', 'security'))
    await post!.settled()
    expect(await waiting()).toEqual([{ recipient: 'ana@example.com', attempts: 1 }])
    await expect(post!.work!()).rejects.toMatchObject({ responseCode: 451 })
    relay.refuse = undefined
    await passTime()
    await post!.work!()
    expect(relay.taken).toHaveLength(1)
    expect(relay.taken[0]!.content).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.com>$/m)
    expect(await waiting()).toEqual([])
  })

  it('tells a caller that asks directly whether the relay took it', async () => {
    await post!.deliver({ ...mail('bea@example.com'), id: 'one' })
    expect(relay.taken[0]).toMatchObject({ to: 'bea@example.com' })
    relay.refuse = (line) => (line.startsWith('RCPT') ? '550 no such mailbox' : undefined)
    await expect(post!.deliver(mail('bea@example.com'))).rejects.toMatchObject({ responseCode: 550 })
    expect(await waiting()).toEqual([])
  })
})
