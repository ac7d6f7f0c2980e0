import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toServiceError } from './errors.ts'
import { createGate, OF_VISITORS } from './gate.ts'

const tokenOf = (session_id: string, nonce = '') =>
  `e30.${btoa(JSON.stringify({ sub: 'ana', session_id, nonce }))}.firma`
const as = (token: string, method = 'GET'): RequestInit => ({
  method,
  headers: { authorization: `Bearer ${token}` },
})
const REST = 'https://casa.mx/rest/v1/diario_personal'
const PUBLIC = 'https://casa.mx/rest/v1/politicas_legales?select=titulo'
const LOGOUT = 'https://casa.mx/auth/v1/logout?scope=local'

/** A service that answers when it is told to, and hears of what was aborted. */
function service() {
  const asked: string[] = []
  const aborted: string[] = []
  const waiting: (() => void)[] = []
  const fetched = ((url: string, init?: RequestInit) => {
    const name = `${init?.method ?? 'GET'} ${url.slice(url.indexOf('/v1/') + 4)}`
    asked.push(name)
    return new Promise<Response>((resolve, reject) => {
      waiting.push(() => resolve(new Response('{}')))
      init?.signal?.addEventListener('abort', () => {
        aborted.push(name)
        reject(init.signal!.reason)
      })
    })
  }) as typeof fetch
  return {
    asked,
    aborted,
    fetched,
    answer() {
      for (const one of waiting.splice(0)) one()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a dead network', () => {
  it('is one whose last request got no answer, while nothing is on its way', async () => {
    const line = { dead: true }
    const waiting: (() => void)[] = []
    const gate = createGate((async () => {
      if (line.dead) throw new TypeError('Failed to fetch')
      await new Promise<void>((resolve) => waiting.push(resolve))
      return new Response('{}')
    }) as typeof fetch)
    expect(gate.isDead(), 'before anything was asked').toBe(false)
    await expect(gate.fetch(REST, as(tokenOf('s1')))).rejects.toThrow()
    expect(gate.isDead()).toBe(true)
    line.dead = false
    const slow = gate.fetch(REST, as(tokenOf('s1')))
    expect(gate.isDead(), 'while one is still on its way').toBe(false)
    waiting[0]!()
    await slow
    expect(gate.isDead(), 'answered').toBe(false)
    line.dead = true
    await expect(
      gate.fetch(LOGOUT, { method: 'POST' }),
      'also of what passes while she leaves',
    ).rejects.toThrow()
    expect(gate.isDead()).toBe(true)
  })
})

describe('the gate', () => {
  it('open, lets everything through, and an abort of its own', async () => {
    const { asked, aborted, fetched, answer } = service()
    const gate = createGate(fetched)
    const whole = gate.fetch(REST, as(tokenOf('s1')))
    const stop = new AbortController()
    const given = gate.fetch(REST, { ...as(tokenOf('s1')), signal: stop.signal })
    const failed = expect(given).rejects.toThrow()
    stop.abort()
    await failed
    answer()
    expect((await whole).ok).toBe(true)
    expect([asked.length, aborted.length]).toEqual([2, 1])
  })

  it('closed for good, ends the questions, lets changes arrive, and nothing new leaves but the farewell', async () => {
    const { asked, aborted, fetched, answer } = service()
    const gate = createGate(fetched)
    const question = expect(gate.fetch(REST, as(tokenOf('s1')))).rejects.toThrow('left')
    const change = gate.fetch(REST, as(tokenOf('s1'), 'POST'))
    await vi.advanceTimersByTimeAsync(0)
    let told = false
    void gate.close(true).then(() => {
      told = true
    })
    await question
    await vi.advanceTimersByTimeAsync(500)
    expect([told, aborted]).toEqual([false, ['GET diario_personal']])
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect([told, (await change).ok]).toEqual([true, true])

    await expect(gate.fetch(REST, as(tokenOf('s1')))).rejects.toThrow('left')
    await expect(gate.fetch(REST, { headers: { apikey: 'visitante' } })).rejects.toThrow('left')
    void gate.fetch(LOGOUT, as(tokenOf('s1'), 'POST'))
    expect(asked).toEqual(['GET diario_personal', 'POST diario_personal', 'POST logout?scope=local'])
    expect(gate.isClosed()).toBe(true)
  })

  it('waits for what is on its way no longer than a second, and never gives up a change: on a slow line it may still arrive', async () => {
    const { aborted, fetched, answer } = service()
    const gate = createGate(fetched)
    const change = gate.fetch(REST, as(tokenOf('s1'), 'PATCH'))
    let told = false
    void gate.close(true).then(() => {
      told = true
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(told).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toBe(true)
    gate.leave(tokenOf('s1'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(aborted).toEqual([])
    answer()
    expect((await change).ok).toBe(true)
  })

  it('closed while it is not certain, holds what is asked, and takes back what is not answered in a second; both go when she stays', async () => {
    const { asked, aborted, fetched, answer } = service()
    const gate = createGate(fetched)
    const before = gate.fetch(REST, as(tokenOf('s1')))
    void gate.close(false)
    const held = gate.fetch(REST, as(tokenOf('s1')))
    const change = gate.fetch(LOGOUT.replace('logout', 'user'), as(tokenOf('s1'), 'PUT'))
    await vi.advanceTimersByTimeAsync(999)
    expect([asked.length, aborted.length]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect([asked.length, aborted.length]).toEqual([1, 1])
    gate.reopen()
    await vi.advanceTimersByTimeAsync(0)
    answer()
    expect([(await before).ok, (await held).ok, (await change).ok, gate.isClosed()]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(asked.length).toBe(4)
  })

  it('what was asked before she left, and comes to the door only afterwards, does not go as a visitor', async () => {
    const { asked, fetched, answer } = service()
    const gate = createGate(fetched)
    const [before, after] = [new AbortController().signal, new AbortController().signal]
    const mustStillBeHere = gate.begin(before)
    expect(mustStillBeHere).not.toThrow()
    void gate.close(true)
    gate.leave(tokenOf('s1'))
    // Without her session the client sends the key of visitors.
    const asVisitor = { headers: { apikey: 'visitante', authorization: 'Bearer visitante' } }
    await expect(gate.fetch(REST, { ...asVisitor, signal: before })).rejects.toThrow('left')
    expect(mustStillBeHere).toThrow('left')
    expect(gate.begin(after)).not.toThrow()
    const visitor = gate.fetch(PUBLIC, { ...asVisitor, signal: after })
    answer()
    expect([(await visitor).ok, asked.length]).toEqual([true, 1])
  })

  it('what was asked before she stayed after all is asked', async () => {
    const { fetched, answer } = service()
    const gate = createGate(fetched)
    const { signal } = new AbortController()
    const mustStillBeHere = gate.begin(signal)
    void gate.close(false)
    gate.reopen()
    expect(mustStillBeHere).not.toThrow()
    const question = gate.fetch(REST, { ...as(tokenOf('s1')), signal })
    answer()
    expect((await question).ok).toBe(true)
  })

  it('once she has left, visitors ask and the next session too, but never the one that ended', async () => {
    const { asked, fetched, answer } = service()
    const gate = createGate(fetched)
    void gate.close(false)
    const held = expect(gate.fetch(REST, as(tokenOf('s1')))).rejects.toThrow('left')
    gate.leave(tokenOf('s1'))
    await held
    await expect(gate.fetch(REST, as(tokenOf('s1', 'renovado')))).rejects.toThrow('left')
    const visitor = gate.fetch(PUBLIC, { headers: { apikey: 'visitante' } })
    const next = gate.fetch(REST, as(tokenOf('s2')))
    await vi.advanceTimersByTimeAsync(0)
    answer()
    expect([(await visitor).ok, (await next).ok, asked.length]).toEqual([true, true, 2])
  })

  it('a question of hers that begins after she left is not put as a visitor; while she is here it waits for her session', async () => {
    const { asked, fetched, answer } = service()
    let here = false
    const gate = createGate(fetched, () => here)
    const asVisitor = { headers: { apikey: 'visitante', authorization: 'Bearer visitante' } }
    for (const url of [
      REST,
      REST.replace('rest/v1', 'storage/v1/object/sign'),
      REST.replace('rest', 'functions'),
    ])
      await expect(gate.fetch(url, asVisitor), url).rejects.toThrow('left')
    here = true
    await expect(gate.fetch(REST, asVisitor).catch(toServiceError)).resolves.toMatchObject({
      code: 'network',
    })
    expect(asked).toEqual([])
    const others = [gate.fetch(PUBLIC, asVisitor), gate.fetch(REST.replace('rest', 'auth'), asVisitor)]
    const hers = gate.fetch(REST, as(tokenOf('s1')))
    answer()
    expect((await Promise.all([...others, hers])).map(({ ok }) => ok)).toEqual([true, true, true])
  })

  it('where the browser keeps nothing, she is here until she leaves, by what has gone with her session', async () => {
    const { fetched, answer } = service()
    const asVisitor = { headers: { apikey: 'visitante', authorization: 'Bearer visitante' } }
    const refused = (gate: ReturnType<typeof createGate>) =>
      gate.fetch(REST, asVisitor).then(
        () => 'sent',
        (failure) => toServiceError(failure).code,
      )
    const nothing = () => false
    for (const [keepsNothing, code] of [
      [true, 'network'],
      [false, 'left'],
    ] as const) {
      const gate = createGate(fetched, nothing, () => keepsNothing)
      expect(await refused(gate), 'before she came').toBe('left')
      const hers = gate.fetch(REST, as(tokenOf('s1')))
      answer()
      await hers
      expect(await refused(gate), 'while she is here').toBe(code)
      gate.leave(tokenOf('s1'))
      expect(await refused(gate), 'once she has left').toBe('left')
    }
  })

  it('knows as doors of visitors only what visitors may open', async () => {
    const may = await readFile(new URL('../../../supabase/tests/privileges.txt', import.meta.url), 'utf8')
    const [, doors] = /\(([\w/|]+)\)/.exec(OF_VISITORS.source.replaceAll('\\/', '/')) ?? []
    for (const door of doors!.split('|'))
      expect(may, door).toMatch(
        door.startsWith('rpc/')
          ? new RegExp(`^anon execute ${door.slice(4)}\\(`, 'm')
          : new RegExp(`^anon select public\\.${door}\\b`, 'm'),
      )
  })
})
