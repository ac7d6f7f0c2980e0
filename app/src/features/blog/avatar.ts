import { randomBelow } from '../../lib/azar.ts'
import { isEmojiOnly } from '../../lib/legible.ts'

/** What a story can wear. */
export const AVATARES = [
  '🌸',
  '🌷',
  '🌻',
  '🌺',
  '🌼',
  '🌵',
  '🌿',
  '🍃',
  '🦋',
  '🐦',
  '🕊️',
  '🌙',
  '⭐',
  '🌈',
  '🔥',
  '🌊',
] as const

/** One by chance for each story: whoever always wore the same could be told by it. */
export function chooseAvatar(random: (limit: number) => number = randomBelow): string {
  return AVATARES[random(AVATARES.length)]!
}

/** What is shown of a stored one: an emoji, and nothing else that somebody may have put there. */
export function visibleAvatar(avatar: string | null): string {
  return avatar && isEmojiOnly(avatar) ? avatar.trim() : AVATARES[0]
}
