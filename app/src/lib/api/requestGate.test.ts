import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toServiceError } from './errors.ts'
import { createGate, OF_VISITORS } from './requestGate.ts'

const tokenOf = (session_id: string, nonce = '') =>
  `e30.${btoa(JSON.stringify({ sub: 'ana', session_id, nonce }))}.firma`
const inUrls = (token: string) => token.replaceAll('+', '-').replaceAll('/', '_')
const as = (token: string, method = 'GET'): RequestInit => ({
  method,
  headers: { authorization: `Bearer ${token}` },
})
const REST = 'https://casa.mx/rest/v1/diario_personal'
const PUBLIC = 'https://casa.mx/rest/v1/politicas_legales?select=titulo'
const AUTH = 'https://casa.mx/auth/v1/user'
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
  it('is back with the first answer after ten seconds without one, and says so once', async () => {
    const line = { dead: false }
    const gate = createGate((async (_, init) => {
      init?.signal?.throwIfAborted()
      if (line.dead) throw new TypeError('Failed to fetch')
      return new Response('{}')
    }) as typeof fetch)
    let back = 0
    const stop = gate.onLineBack(() => back++)
    const ask = () => gate.fetch(PUBLIC).catch(() => {})
    const cutFor = async (ms: number) => {
      line.dead = true
      await ask()
      await vi.advanceTimersByTimeAsync(ms)
      line.dead = false
    }
    await ask()
    await cutFor(9_000)
    await ask()
    expect(back, 'one that failed in between').toBe(0)
    await cutFor(11_000)
    await ask()
    await ask()
    expect(back).toBe(1)
    await vi.advanceTimersByTimeAsync(11_000)
    // Packets vanish: it is our own deadline that gives up.
    await gate.fetch(PUBLIC, { signal: AbortSignal.abort() }).catch(() => {})
    await ask()
    expect(back).toBe(2)
    stop()
    await cutFor(11_000)
    await ask()
    expect(back).toBe(2)
  })

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

  it('is none because somebody stopped waiting for an answer', async () => {
    const { fetched } = service()
    const gate = createGate(fetched)
    const stop = new AbortController()
    const given = expect(gate.fetch(REST, { ...as(tokenOf('s1')), signal: stop.signal })).rejects.toThrow()
    stop.abort()
    await given
    expect(gate.isDead()).toBe(false)
  })

  it('fails in its own words, also for what is asked with nothing but an address', async () => {
    const gate = createGate(async () => {
      throw new TypeError('Failed to fetch')
    })
    for (const url of [LOGOUT, PUBLIC, AUTH])
      await expect(gate.fetch(url), url).rejects.toThrow('Failed to fetch')
  })
})

describe('the gate', () => {
  it('lets no text through that the service could not store', async () => {
    const sent: unknown[] = []
    const gate = createGate(async (_input, init) => {
      sent.push(JSON.parse(init?.body as string))
      return new Response('{}')
    })
    const body = JSON.stringify({ contenido: 'Texto pegado\0 de un PDF \ud83d' })
    await gate.fetch(REST, { ...as(tokenOf('s1'), 'POST'), body })
    expect(sent).toEqual([{ contenido: 'Texto pegado de un PDF \ufffd' }])
  })

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

  it('waits for what is on its way no longer than a second, and never gives up a change, which may still arrive', async () => {
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

  it('what was asked before she left, and reaches the gate only afterwards, does not go as a visitor', async () => {
    const { asked, fetched, answer } = service()
    const gate = createGate(fetched)
    const [before, after] = [new AbortController().signal, new AbortController().signal]
    const mustStillBeHere = gate.begin(before)
    expect(mustStillBeHere).not.toThrow()
    void gate.close(true)
    gate.leave(tokenOf('s1'))
    // Without her session the client sends the key of visitors.
    const asVisitor = { headers: { apikey: 'visitante', authorization: 'Bearer visitante' } }
    for (const url of [REST, PUBLIC])
      await expect(gate.fetch(url, { ...asVisitor, signal: before }), url).rejects.toThrow('left')
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

  it('asks nothing for a caller that stopped waiting before it was asked', async () => {
    const gate = createGate(async (_, init) => {
      init?.signal?.throwIfAborted()
      return new Response('{}')
    })
    const signal = AbortSignal.abort(new Error('not needed any more'))
    await expect(gate.fetch(REST, { ...as(tokenOf('s1')), signal })).rejects.toThrow('not needed')
  })

  it('takes for a read what only reads, with or without saying so, and for a change all else', async () => {
    const { fetched } = service()
    const headers = { authorization: `Bearer ${tokenOf('s1')}` }
    for (const [input, init, given] of [
      [REST, { headers }, true],
      [REST, { headers, method: 'get' }, true],
      [REST, { headers, method: 'HEAD' }, true],
      [REST, { headers, method: 'DELETE' }, false],
    ] as const) {
      const gate = createGate(fetched)
      const failed = vi.fn()
      gate.fetch(input, init).catch(failed)
      await vi.advanceTimersByTimeAsync(0)
      void gate.close(true)
      await vi.advanceTimersByTimeAsync(0)
      expect(failed, init.method ?? 'no method').toHaveBeenCalledTimes(given ? 1 : 0)
    }
  })

  it('gives up nothing that has been answered', async () => {
    const { aborted, fetched, answer } = service()
    const gate = createGate(fetched)
    const question = gate.fetch(REST, as(tokenOf('s1')))
    answer()
    await question
    await gate.close(true)
    gate.leave(tokenOf('s1'))
    expect(aborted).toEqual([])
  })

  it('once she has left without a word, gives up the questions under way and lets changes arrive', async () => {
    const { aborted, fetched, answer } = service()
    const gate = createGate(fetched)
    const question = expect(gate.fetch(REST, as(tokenOf('s1')))).rejects.toThrow('left')
    const change = gate.fetch(REST, as(tokenOf('s1'), 'POST'))
    await vi.advanceTimersByTimeAsync(0)
    gate.leave(undefined)
    expect(aborted).toEqual(['GET diario_personal'])
    await question
    answer()
    expect((await change).ok).toBe(true)
    expect(gate.isClosed()).toBe(false)
  })

  it('answers the client of accounts as an absent service, which it takes without a word', async () => {
    const { fetched } = service()
    const gate = createGate(fetched)
    const before = gate.fetch(AUTH, as(tokenOf('s1')))
    await vi.advanceTimersByTimeAsync(0)
    void gate.close(true)
    expect((await before).status, 'given up').toBe(503)
    for (const input of [AUTH, new URL(AUTH), new Request(AUTH)])
      expect((await gate.fetch(input, as(tokenOf('s1')))).status, 'turned away').toBe(503)
    await expect(gate.fetch(new URL(REST), as(tokenOf('s1')))).rejects.toThrow('left')
  })

  it('stays open however often she began to leave and stayed', async () => {
    const { asked, fetched, answer } = service()
    const gate = createGate(fetched)
    for (let round = 1; round <= 3; round++) {
      await gate.close(false)
      const held = gate.fetch(REST, as(tokenOf('s1')))
      gate.reopen()
      await vi.advanceTimersByTimeAsync(0)
      answer()
      expect([(await held).ok, asked.length]).toEqual([true, round])
    }
  })

  it('what was held while she left does not go once she has left, not even as a visitor', async () => {
    const { asked, fetched } = service()
    const gate = createGate(fetched)
    void gate.close(false)
    const held = expect(gate.fetch(PUBLIC, { headers: { apikey: 'visitante' } })).rejects.toThrow('left')
    await vi.advanceTimersByTimeAsync(0)
    gate.leave(tokenOf('s1'))
    await held
    expect(asked).toEqual([])
  })

  it.each([
    ['one that carries no token', { apikey: 'visitante' }],
    ['more than a token', { authorization: `Bearer ${tokenOf('s1')} more` }],
    ['another kind of token', { authorization: `NoBearer ${tokenOf('s1')}` }],
  ])('is of no member: %s', async (_, headers) => {
    const { asked, fetched } = service()
    const gate = createGate(fetched, () => false)
    await expect(gate.fetch(REST, { headers })).rejects.toThrow('left')
    expect(asked).toEqual([])
  })

  it.each([
    ['written with other spaces', tokenOf('s1'), `bearer   ${tokenOf('s1', 'renovado')}`],
    // The alphabet of tokens has two letters that `atob` does not know.
    ['with the letter -', inUrls(tokenOf('s1', 'a>>')), `Bearer ${inUrls(tokenOf('s1', 'b>>>'))}`],
    ['with the letter _', inUrls(tokenOf('s1', 'a??')), `Bearer ${inUrls(tokenOf('s1', 'b???'))}`],
    ['that tells nothing', 'opaco', 'Bearer opaco'],
  ])('knows the session that ended by any token of it: %s', async (_, ended, authorization) => {
    const { asked, fetched } = service()
    // Somebody is signed in again: what has no session of its own would fail otherwise.
    const gate = createGate(fetched, () => true)
    gate.leave(ended)
    await expect(gate.fetch(REST, { headers: { authorization } })).rejects.toThrow('left')
    expect(asked).toEqual([])
  })

  it('lets visitors call only what `anon` may call', async () => {
    const may = await readFile(new URL('../../../../supabase/tests/privileges.txt', import.meta.url), 'utf8')
    const [, paths] = /\(([\w/|]+)\)/.exec(OF_VISITORS.source.replaceAll('\\/', '/')) ?? []
    for (const path of paths!.split('|'))
      expect(may, path).toMatch(
        path.startsWith('rpc/')
          ? new RegExp(`^anon execute ${path.slice(4)}\\(`, 'm')
          : new RegExp(`^anon select public\\.${path}\\b`, 'm'),
      )
  })
})
