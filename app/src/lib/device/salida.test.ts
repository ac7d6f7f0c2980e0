import { afterEach, expect, it, vi } from 'vitest'
import { forgetCut, hasLeft, markLeft, readCut } from './salida.ts'
import { inTab, onDevice } from './storage.ts'

afterEach(() => {
  for (const storage of [inTab, onDevice]) for (const key of storage.keys()) storage.removeItem(key)
  vi.unstubAllGlobals()
})

it('a full storage takes no mark, and what forms hold goes all the same', () => {
  const full = Object.create({
    setItem() {
      throw new DOMException('exceeded the quota', 'QuotaExceededError')
    },
    getItem: () => null,
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  })
  const tab = Object.assign(Object.create(full), { 'formulario register': '{"email":"ana@ejemplo.mx"}' })
  vi.stubGlobal('localStorage', Object.create(full))
  vi.stubGlobal('sessionStorage', tab)
  markLeft()
  expect(Object.keys(tab)).toEqual([])
  expect(hasLeft(), 'for as long as the page is in the memory of the browser').toBe(true)
})

it('an exit that is obeyed takes no later one with it', () => {
  vi.useFakeTimers({ now: 1_000 })
  markLeft()
  const first = readCut()!
  vi.setSystemTime(2_000)
  markLeft()
  vi.useRealTimers()
  forgetCut(first)
  expect(readCut()).toBe(2_000)
  forgetCut(2_000)
  expect(readCut()).toBeNull()
})
