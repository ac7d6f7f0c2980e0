import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Harness, makeMember, startHarness } from '../../../testing/auth.ts'
import { Estimator, isEasyToGuess } from './guessing.ts'

/** Made of many pieces that fit into one another in very many ways. */
const HOSTILE = 'a1b2c3aA1!qwerty19871987zaqxsw4maria2009'

describe('estimating a password', () => {
  it('refuses what is easy to guess, with what is known of her', async () => {
    expect(await isEasyToGuess('contraseña', [])).toBe(true)
    expect(await isEasyToGuess('marisolespinoza', ['marisol.espinoza@example.com'])).toBe(true)
    expect(await isEasyToGuess('bugambilias en la barda 71', [])).toBe(false)
  })

  it('is done by another thread, while the event loop goes on', async () => {
    const estimator = new Estimator()
    await estimator.estimate('x', [])
    let turns = 0
    let isDone = false
    const turn = () => {
      turns += 1
      if (!isDone) setImmediate(turn)
    }
    setImmediate(turn)
    const estimates = await Promise.all(Array.from({ length: 4 }, () => estimator.estimate(HOSTILE, [])))
    isDone = true
    expect(new Set(estimates.map(({ thread }) => thread)).size, 'one thread').toBe(1)
    expect(estimates[0]!.thread).toBeGreaterThan(0)
    // In the event loop there would be none between the first and the last.
    expect(turns).toBeGreaterThan(10)
  })

  it('takes no more than 32 at a time, and goes on with the next once they are done', async () => {
    const estimator = new Estimator()
    const asked = Array.from({ length: 40 }, () => estimator.estimate(HOSTILE, []))
    const settled = await Promise.allSettled(asked)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(32)
    const refused = settled.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(estimator.length).toBe(0)
    expect((await estimator.estimate('otra', [])).thread).toBeGreaterThan(0)
  })

  it('reads the beginning of what it is given', async () => {
    const estimator = new Estimator()
    const hints = Array.from({ length: 1_000 }, () => 'x'.repeat(8_000))
    const [long, short] = [
      await estimator.estimate(`${HOSTILE}${'z'.repeat(60)}`, hints),
      await estimator.estimate(HOSTILE, []),
    ]
    expect(long.score).toBe(short.score)
    // What would make it strong stands after what is read.
    const weak = await estimator.estimate(`${'a'.repeat(24)}kX9#vQ2m!pL7`, [])
    expect(weak.score).toBe((await estimator.estimate('a'.repeat(24), [])).score)
  })
})

describe('a sign-in', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness?.close())

  it('waits behind no estimate, however many there are', async () => {
    const { email, password } = await makeMember(harness)
    const order: string[] = []
    const signUp = async (index: number) => {
      await call(harness.app, {
        path: '/signup',
        body: { email: `h${index}@example.com`, password: HOSTILE },
      })
      order.push('sign-up')
    }
    const signIn = async () => {
      const { status } = await call(harness.app, {
        path: '/token?grant_type=password',
        body: { email, password },
      })
      order.push(`sign-in ${status}`)
    }
    await Promise.all([...Array.from({ length: 12 }, (_, index) => signUp(index)), signIn()])
    expect(order).toContain('sign-in 200')
    expect(order.indexOf('sign-in 200')).toBeLessThan(8)
  })
})
