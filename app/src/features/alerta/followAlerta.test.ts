import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followAlerta } from './followAlerta.ts'
import type { Respuesta, Vista } from './vista.ts'

const abierta = (respuesta: Respuesta | null = null) => ({ estado: 'abierta', respuesta }) as Vista
const cerrada = { estado: 'cerrada' } as Vista

/** A fake service: answers `next` once `held` resolves, and records what it was asked. */
function service() {
  const page = { visible: true, offline: false, next: abierta() as Vista, held: Promise.resolve() }
  const asked: string[] = []
  const answer = async (question: string, vista: () => Vista) => {
    asked.push(question)
    await page.held
    if (page.offline) throw new TypeError('Failed to fetch')
    return vista()
  }
  const following = followAlerta({
    fetchVista: () => answer('ver', () => page.next),
    sendRespuesta: (respuesta) => answer(respuesta, () => page.next && abierta(respuesta)),
    isVisible: () => page.visible,
  })
  return { page, asked, following }
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('following an alert', () => {
  it('asks every five seconds while the page is visible', async () => {
    const { asked, following } = service()
    following.look()
    await settle()
    expect(following.get().vista).toEqual(abierta())
    await settle(15_000)
    expect(asked).toHaveLength(4)
  })

  it('asks nothing while the page is hidden, since asking says that it was seen', async () => {
    const { page, asked, following } = service()
    page.visible = false
    following.look()
    await settle(60_000)
    expect(asked).toEqual([])
    page.visible = true
    following.look()
    await settle()
    expect(asked).toHaveLength(1)
    page.visible = false
    await settle(60_000)
    expect(asked).toHaveLength(1)
  })

  it('never gives up, and pauses fifteen seconds at most', async () => {
    const { page, asked, following } = service()
    page.offline = true
    following.look()
    await settle(3_600_000)
    expect(asked.length).toBeGreaterThan(235)
    expect(following.get()).toMatchObject({ vista: undefined, falloDesde: expect.any(Number) })
    page.offline = false
    await settle(15_000)
    expect(following.get()).toMatchObject({ vista: abierta(), falloDesde: null })
  })

  it('asks at once when the network is back or the page is seen again', async () => {
    const { page, asked, following } = service()
    page.offline = true
    following.look()
    await settle(60_000)
    const before = asked.length
    page.offline = false
    following.look()
    await settle()
    expect(asked.length).toBe(before + 1)
    expect(following.get().vista).toEqual(abierta())
  })

  it('keeps what it knew while it cannot ask', async () => {
    const { page, following } = service()
    following.look()
    await settle()
    page.offline = true
    await settle(60_000)
    expect(following.get().vista).toEqual(abierta())
    expect(following.get().falloDesde).not.toBeNull()
  })

  it('stops once it was closed or leads nowhere, and asks once more when the page is opened again', async () => {
    for (const last of [cerrada, null]) {
      const { page, asked, following } = service()
      page.next = last
      following.look()
      await settle(60_000)
      expect(asked).toHaveLength(1)
      page.next = null
      following.look()
      await settle(60_000)
      expect(following.get().vista).toBeNull()
      expect(asked).toHaveLength(2)
    }
  })

  it('asks nothing any more after it was stopped', async () => {
    const { asked, following } = service()
    following.look()
    await settle()
    following.stop()
    await settle(60_000)
    expect(asked).toHaveLength(1)
  })

  it.each(['stopped', 'asked anew'])('hears nothing of what was on its way when it was %s', async (then) => {
    for (const offline of [false, true]) {
      const { page, asked, following } = service()
      let end = () => {}
      page.held = new Promise((resolve) => {
        end = resolve
      })
      following.look()
      page.held = new Promise(() => {})
      if (then === 'stopped') following.stop()
      else following.look()
      const before = following.get()
      page.offline = offline
      end()
      await settle(60_000)
      expect(following.get()).toBe(before)
      expect(asked).toHaveLength(then === 'stopped' ? 1 : 2)
    }
  })
})

describe('an answer', () => {
  it('goes at once, and is on its way until the service has it', async () => {
    const { page, asked, following } = service()
    following.look()
    await settle()
    page.offline = true
    following.answer('ya_voy')
    await settle(40_000)
    expect(following.get().saliendo).toBe('ya_voy')
    expect(following.get().vista).toMatchObject({ respuesta: null })
    page.offline = false
    await settle(15_000)
    expect(following.get()).toMatchObject({ saliendo: null, vista: { respuesta: 'ya_voy' } })
    expect(asked.filter((one) => one === 'ya_voy').length).toBeGreaterThan(2)
  })

  it('is replaced by another one, whichever was on its way', async () => {
    const { asked, following } = service()
    following.look()
    await settle()
    following.answer('no_puedo')
    following.answer('ya_voy')
    await settle(1_000)
    expect(following.get()).toMatchObject({ saliendo: null, vista: { respuesta: 'ya_voy' } })
    expect(asked).toEqual(['ver', 'no_puedo', 'ya_voy'])
  })

  it('given while the page was hidden is not let go by the arrival of an earlier one, and goes right behind it', async () => {
    const { page, asked, following } = service()
    let end = () => {}
    page.held = new Promise((resolve) => {
      end = resolve
    })
    following.answer('no_puedo')
    page.visible = false
    following.answer('ya_voy')
    page.visible = true
    page.held = new Promise(() => {})
    end()
    await settle()
    expect(following.get()).toMatchObject({ saliendo: 'ya_voy', vista: { respuesta: 'no_puedo' } })
    expect(asked).toEqual(['no_puedo', 'ya_voy'])
  })

  it('goes on its way again and again also where the alert was closed meanwhile', async () => {
    const { page, asked, following } = service()
    page.next = cerrada
    following.look()
    await settle()
    page.offline = true
    following.answer('ya_voy')
    await settle(60_000)
    expect(asked.filter((one) => one === 'ya_voy').length).toBeGreaterThan(2)
  })

  it('is let go where the link leads nowhere any more', async () => {
    const { page, following } = service()
    following.look()
    await settle()
    page.next = null
    following.answer('la_llamo')
    await settle()
    expect(following.get()).toMatchObject({ saliendo: null, vista: null })
  })
})
