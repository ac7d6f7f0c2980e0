import { describe, expect, it } from 'vitest'
import { SecretBox } from './secretBox.ts'

const box = new SecretBox('a secret of an installation', 'mail')
const others = [
  new SecretBox('another secret', 'mail'),
  new SecretBox('a secret of an installation', 'tokens'),
]

describe('a secret box', () => {
  it('opens what it sealed, and nothing that another one sealed or somebody changed', () => {
    const sealed = box.seal('Tu código: 123456')
    expect(sealed).not.toContain('123456')
    expect(box.open(sealed)).toBe('Tu código: 123456')
    for (const other of others) expect(other.open(sealed)).toBeUndefined()
    const bytes = Buffer.from(sealed, 'base64')
    bytes[bytes.length - 1]! ^= 1
    expect(box.open(bytes.toString('base64'))).toBeUndefined()
    expect(box.open('')).toBeUndefined()
  })

  it('knows its own marks alone', () => {
    const given = box.mark('abc123')
    expect(box.unmark(given)).toBe('abc123')
    for (const other of others) expect(other.unmark(given)).toBeUndefined()
    for (const wrong of ['', 'abc123', given.slice(1), `${given}0`, given.replace('abc', 'abd')])
      expect(box.unmark(wrong)).toBeUndefined()
    expect(box.unmark(`${given.slice(0, -1)}ñ`)).toBeUndefined()
  })
})
