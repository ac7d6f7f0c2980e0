import { describe, expect, it } from 'vitest'
import { createKeeper } from './storage.ts'

function refuse(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

/** A storage that reads, and whose room is used up. */
function full(before: Record<string, string>): Storage {
  const storage = {
    ...before,
    getItem: (key: string) => before[key] ?? null,
    setItem() {
      throw new DOMException('exceeded the quota', 'QuotaExceededError')
    },
    removeItem(key: string) {
      delete before[key]
    },
  }
  return storage as unknown as Storage
}

const SHAPES: Record<string, () => Storage | null> = {
  'all cookies blocked': refuse,
  'localStorage is null': () => null,
  'localStorage throws on access': () => ({ getItem: refuse, setItem: refuse, removeItem: refuse }) as never,
  'over quota': () => full({}),
}

describe('a storage that refuses', () => {
  for (const [shape, find] of Object.entries(SHAPES)) {
    it(`holds in this page what the browser does not keep: ${shape}`, () => {
      const keeper = createKeeper(find)
      expect(keeper.getItem('sesion')).toBeNull()
      expect(keeper.setItem('sesion', 'a')).toBe(false)
      expect(keeper.getItem('sesion')).toBe('a')
      expect(keeper.keys()).toContain('sesion')
      keeper.removeItem('sesion')
      expect(keeper.getItem('sesion')).toBeNull()
      expect(keeper.keys()).not.toContain('sesion')
    })
  }

  it('shows the newer value where the browser still has an older one', () => {
    const keeper = createKeeper(() => full({ pais: 'MX' }))
    keeper.setItem('pais', 'CO')
    expect(keeper.getItem('pais')).toBe('CO')
  })
})

it('is the browser’s own storage where that takes everything', () => {
  const rows = new Map<string, string>()
  const storage = {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  } as unknown as Storage
  const keeper = createKeeper(() => storage)
  expect(keeper.setItem('pais', 'MX')).toBe(true)
  expect(rows.get('pais')).toBe('MX')
})
