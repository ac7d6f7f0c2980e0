import { expect, it } from 'vitest'
import { isEnter } from './enter.ts'

it.each([
  ['Enter', { key: 'Enter', isComposing: false, keyCode: 13 }, true],
  ['one that confirms a word', { key: 'Enter', isComposing: true, keyCode: 229 }, false],
  [
    'the same in Safari, after the composition has ended',
    { key: 'Enter', isComposing: false, keyCode: 229 },
    false,
  ],
  ['another key', { key: 'a', isComposing: false, keyCode: 65 }, false],
])('%s', (_, event, is) => expect(isEnter(event)).toBe(is))
