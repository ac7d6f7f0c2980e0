import { describe, expect, it } from 'vitest'
import { createSafeStorage } from './storage.ts'

function refuse(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

/** A storage that reads, and whose space is used up. */
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
    it(`keeps in this page what the browser does not store: ${shape}`, () => {
      const storage = createSafeStorage(find)
      expect(storage.getItem('sesion')).toBeNull()
      expect(storage.setItem('sesion', 'a')).toBe(false)
      expect(storage.getItem('sesion')).toBe('a')
      expect(storage.keys()).toContain('sesion')
      storage.removeItem('sesion')
      expect(storage.getItem('sesion')).toBeNull()
      expect(storage.keys()).not.toContain('sesion')
    })
  }

  it('shows the newer value where the browser still has an older one', () => {
    const storage = createSafeStorage(() => full({ pais: 'MX' }))
    storage.setItem('pais', 'CO')
    expect(storage.getItem('pais')).toBe('CO')
  })
})

it('is the browser’s own storage where that takes everything', () => {
  const rows = new Map<string, string>()
  const browser = {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  } as unknown as Storage
  const storage = createSafeStorage(() => browser)
  expect(storage.setItem('pais', 'MX')).toBe(true)
  expect(rows.get('pais')).toBe('MX')
})
